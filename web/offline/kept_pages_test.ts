/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { isKept, languageOf, notifiedPath, outdatedCaches, staticAddresses } from "./kept_pages.ts";

Deno.test("rules are kept, and nothing that belongs to a visitor or a table", () => {
  for (const path of ["/offline", "/rules", "/rules/classic/4"]) equal(isKept(path), true);
  for (const path of ["/", "/tables/abc", "/t/abc/verify", "/matches", "/settings", "/rulesets"]) {
    equal(isKept(path), false);
  }
});

Deno.test("the files of a page are found, each once", () => {
  const page = `<link rel="stylesheet" href="/static/page-1.css"><img src="/static/icon-2.svg">
    <img src="/static/icon-2.svg"><a href="/rules">Rules</a><script src="/static/pages-3.js">`;
  equal(staticAddresses(page), ["/static/page-1.css", "/static/icon-2.svg", "/static/pages-3.js"]);
});

Deno.test("a page says in which language it is", () => {
  equal(languageOf('<!doctype html>\n<html lang="de" dir="ltr">'), "de");
  equal(languageOf("<p>nothing</p>"), "");
});

Deno.test("caches of other versions go, those of other programs stay", () => {
  const names = ["bottle-imp-1", "bottle-imp-2", "another-program"];
  equal(outdatedCaches(names, "bottle-imp-2"), ["bottle-imp-1"]);
});

Deno.test("a notification leads to a page of this server", () => {
  equal(notifiedPath("/tables/abc"), "/tables/abc");
  for (const data of [undefined, 3, "tables", "//elsewhere.example"]) {
    equal(notifiedPath(data), "/");
  }
});
