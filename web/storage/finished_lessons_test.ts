/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { finishedCookie, finishedLessons } from "./finished_lessons.ts";

Deno.test("finished lessons are read from their cookie", () => {
  equal(finishedLessons(""), []);
  equal(finishedLessons("a=b; bottle_lessons=following.price; c=d"), ["following", "price"]);
});

Deno.test("a finished lesson is added once", () => {
  const first = finishedCookie("", "following").split(";")[0] ?? "";
  equal(first, "bottle_lessons=following");
  equal(finishedCookie(first, "price").split(";")[0], "bottle_lessons=following.price");
  equal(finishedCookie(first, "following").split(";")[0], first);
});
