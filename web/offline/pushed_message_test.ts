/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { pushedMessage } from "./pushed_message.ts";

const MESSAGE = {
  title: "Bottle Imp for 4",
  body: "It is your turn.",
  path: "/tables/abc",
  tag: "abc",
  icon: "/static/app-icon-192.png",
};

Deno.test("a message of the server is shown as it came", () => {
  equal(pushedMessage({ json: () => MESSAGE }), MESSAGE);
});

Deno.test("what is no message leads to the front page", () => {
  const broken = () => {
    throw new SyntaxError("no JSON");
  };
  for (const data of [null, { json: () => 7 }, { json: () => null }, { json: broken }]) {
    const { title, path, body, tag } = pushedMessage(data);
    equal({ title, path, body, tag }, { title: "Bottle Imp", path: "/", body: "", tag: "message" });
  }
  equal(pushedMessage({ json: () => ({ ...MESSAGE, path: "//elsewhere.example" }) }).path, "/");
});
