/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { bytesOf, isSameKey } from "./push.ts";

Deno.test("a key is read as addresses write it, without padding", () => {
  equal(bytesOf("-_8B"), new Uint8Array([251, 255, 1]));
  equal(bytesOf("AQ"), new Uint8Array([1]));
});

Deno.test("a subscription for another key of the server is told from one for this", () => {
  const key = new Uint8Array([4, 1, 2]);
  equal(isSameKey(new Uint8Array([4, 1, 2]).buffer, key), true);
  equal(isSameKey(new Uint8Array([4, 1, 3]).buffer, key), false);
  equal(isSameKey(new Uint8Array([4, 1]).buffer, key), false);
  equal(isSameKey(null, key), false);
});
