/// <reference lib="deno.ns" />
import { deepStrictEqual as equal, notDeepStrictEqual as unequal } from "node:assert";
import { type MatchFile, verified } from "./fair.ts";
import { contribution, keepPromise, promisesOf } from "./promises.ts";
import { builtInHmac, digest, ownHmac, sha256 } from "./sha256.ts";
import type { FairView } from "./wire_types.ts";

/** The matches that the Python side is tested on. */
const GOLDEN = new URL("../../../../tests/golden/fair/", import.meta.url);

function* golden(): Generator<MatchFile> {
  for (const { name } of Deno.readDirSync(GOLDEN)) {
    yield JSON.parse(Deno.readTextFileSync(new URL(name, GOLDEN))) as MatchFile;
  }
}

function bytes(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, n) => (n * 37 + length) % 256);
}

class Kept {
  #kept = new Map<string, string>();
  getItem = (name: string) => this.#kept.get(name) ?? null;
  setItem = (name: string, value: string) => void this.#kept.set(name, value);
}

Deno.test("our SHA-256 is that of the browser, at every length round a block's", async () => {
  for (let length = 0; length < 200; length++) {
    equal(sha256(bytes(length)), await digest(bytes(length)));
  }
});

Deno.test("our HMAC is that of the browser, with short and long keys", async () => {
  for (const length of [1, 32, 63, 64, 65, 200]) {
    const [key, message] = [bytes(length), bytes(3 * length)];
    equal(await ownHmac(key, message), await builtInHmac(key, message));
  }
});

for (const [name, hmac] of [["the browser's", builtInHmac], ["our own", ownHmac]] as const) {
  Deno.test(`every deal of the golden matches is repeated with ${name} HMAC`, async () => {
    let rounds = 0;
    for (const file of golden()) {
      for (const verdict of await verified(file, [], hmac)) {
        equal([true, true], [verdict.isPromised, verdict.follows]);
        rounds += 1;
      }
    }
    equal(true, rounds >= 8);
  });
}

Deno.test("a card in another hand, another contribution or seed are found out", async () => {
  for (const file of golden()) {
    const first = file.rounds[0]!;
    const [one = [], other = []] = first.record.deal;
    const swapped = [[other[0]!, ...one.slice(1)], [one[0]!, ...other.slice(1)]];
    const changes = [
      { record: { ...first.record, deal: [...swapped, ...first.record.deal.slice(2)] } },
      { contributions: ["x", ...first.contributions.slice(1)] },
      { seed: "00".repeat(32) },
    ];
    for (const change of changes) {
      const [verdict] = await verified({ ...file, rounds: [{ ...first, ...change }] });
      equal(false, verdict?.follows);
      equal(!("seed" in change), verdict?.isPromised);
    }
  }
});

Deno.test("a deck in another order is refused", async () => {
  const [file] = golden();
  let refused = false;
  await verified({ ...file!, deck: file!.deck.toReversed() }).catch(() => refused = true);

  equal(true, refused);
});

Deno.test("a promise other than the one that was shown is found out", async () => {
  const [file] = golden();
  const { commitment, contributions } = file!.rounds[0]!;
  const value = contributions.find((one) => one !== null)!;
  const shown = [{ round: 1, commitment, value }];
  const [right] = await verified(file!, shown);
  const [wrong] = await verified(file!, [{ round: 1, commitment: "0", value: "mine" }]);

  equal([true, true], [right?.asShown, right?.asGiven]);
  equal([false, false], [wrong?.asShown, wrong?.asGiven]);
});

Deno.test("the first promise for a round is kept, whatever is said later", () => {
  const kept = new Kept();
  keepPromise(kept, "t", { round: 1, commitment: "a" });
  keepPromise(kept, "t", { round: 1, commitment: "b" });
  keepPromise(kept, "u", { round: 1, commitment: "c" });

  equal(["a"], promisesOf(kept, "t").map((one) => one.commitment));
});

Deno.test("a player contributes once to a deal, and the same from every tab", () => {
  const kept = new Kept();
  const next = { table: "t", round: 2, commitment: "a", given: [1] };
  const fair: FairView = { commitment: null, contributions: [], seed: null, next };
  const first = contribution(kept, fair, 0);

  unequal(null, first);
  equal(first, contribution(kept, fair, 0));
  equal(null, contribution(kept, { ...fair, next: { ...next, given: [0, 1] } }, 0));
  equal(null, contribution(kept, fair, null));
  equal(null, contribution(kept, { ...fair, next: null }, 0));
});
