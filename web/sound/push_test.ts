/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { bytesOf, isSameKey, LastChoice } from "./push.ts";

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

Deno.test("of choices made at once the last one holds, after the first has been carried out", async () => {
  const told: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const choice = new LastChoice(async (isWanted) => {
    told.push(`${isWanted} begins`);
    await new Promise((done) => setTimeout(done));
    told.push(`${isWanted} ends`);
    if (!isWanted) resolve();
    return null;
  });
  choice.set(true);
  await Promise.resolve();
  choice.set(true);
  choice.set(false);
  await promise;
  equal(told, ["true begins", "true ends", "false begins", "false ends"]);
});

Deno.test("a choice is tried again where the server is busy, unless another was made", async () => {
  const told: boolean[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const choice = new LastChoice((isWanted) => {
    told.push(isWanted);
    if (told.length === 2) setTimeout(() => choice.set(false)); // before the third attempt
    if (!isWanted) setTimeout(resolve, 60);
    return Promise.resolve(isWanted ? [0, 0.03][told.length - 1] ?? null : null);
  });
  choice.set(true);
  await promise;
  equal(told, [true, true, false]);
});
