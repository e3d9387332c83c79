/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { RoundView } from "../net/wire.ts";
import { onlySide, sideClass, sideSign } from "./sides.ts";

const ROUND = { side_numbers: [3, null, 3, null], weights: [1, 2, 1, 2] } as unknown as RoundView;

Deno.test("a pair has the letter and the colour of its number", () => {
  equal(sideSign(ROUND, [0, 2]), "E");
  equal(sideClass(ROUND, [0, 2]), "team team-3");
});

Deno.test("a player alone has the weight for a sign, without a colour", () => {
  equal(sideSign(ROUND, [1]), "\u00d72");
  equal(sideClass(ROUND, [1]), "team");
});

Deno.test("a side is shown before the match where its players never have other partners", () => {
  const pairs = [[0, 2], [1, 3]];

  equal(onlySide(pairs, 3), { number: 1, letter: "B", partners: [1] });
  equal([0, 1, 2, 3, 4].map((one) => onlySide([[0, 2], [0, 3], [1, 3]], one)?.number), [
    undefined,
    2,
    0,
    undefined,
    undefined,
  ]);
  equal(onlySide(null, 0), null);
});
