/// <reference lib="deno.ns" />
import { deepStrictEqual as equal, ok } from "node:assert";
import { fanLayout } from "./fan.ts";

Deno.test("cards lie side by side where there is room", () => {
  equal(fanLayout(5, 80, 1000), { rows: 1, columns: 5, step: 88 });
});

Deno.test("cards overlap in one row as long as a finger can touch each", () => {
  equal(fanLayout(9, 80, 480), { rows: 1, columns: 9, step: 50 });
});

Deno.test("twelve cards on the smallest phone take two even rows", () => {
  equal(fanLayout(12, 58, 304).columns, 6);
});

Deno.test("the visible part of every card is wide enough for a finger", () => {
  for (let cards = 2; cards <= 12; cards += 1) {
    for (let room = 150; room <= 1200; room += 10) ok(fanLayout(cards, 58, room).step >= 44);
  }
});

Deno.test("the rows of a hand stay while its cards are played", () => {
  const rows = (cards: number) => fanLayout(cards, 58, 304, 44, 9).rows;

  equal([9, 8, 6, 4, 1].map(rows), [2, 2, 2, 2, 2]);
  equal(fanLayout(6, 58, 304, 44, 9).columns, 3);
  equal(fanLayout(4, 58, 304, 44, 9).columns, 4); // side by side in one of them
});

Deno.test("no row is wider than the room", () => {
  for (let cards = 1; cards <= 12; cards += 1) {
    for (let room = 150; room <= 1200; room += 10) {
      const { columns, step } = fanLayout(cards, 58, room);
      ok((columns - 1) * step + 58 <= room + 0.001);
    }
  }
});
