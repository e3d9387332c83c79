/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { secondsToWait } from "./push_addresses.ts";

function answer(status: number, wait?: string): Response {
  return new Response(null, { status, headers: wait === undefined ? {} : { "Retry-After": wait } });
}

Deno.test("a server that is busy is asked again when it says", () => {
  equal([429, 503].map((status) => secondsToWait(answer(status, "7"))), [7, 7]);
  equal(
    ["Mon, 30 Nov 2026 07:00:00 GMT", "-1", undefined].map((wait) =>
      secondsToWait(answer(429, wait))
    ),
    [60, 60, 60],
  );
  equal(secondsToWait(answer(503, "1000000")), 3600);
});

Deno.test("no other answer has the server asked again", () => {
  equal([204, 400, 401, 500].map((status) => secondsToWait(answer(status, "7"))), [
    null,
    null,
    null,
    null,
  ]);
});
