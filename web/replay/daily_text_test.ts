/// <reference lib="deno.ns" />
import { strictEqual as equal } from "node:assert";
import { UNPLAYED } from "./round_progress.ts";
import { dailyText, resultText, withAddress } from "./daily_text.ts";

Deno.test("the panel asks, then keeps out of the way, and ends with the result", () => {
  equal(dailyText(UNPLAYED).includes("How many points"), true);
  equal(dailyText(UNPLAYED, "Points: 3."), "You have played this deal. Points: 3.");
  equal(
    dailyText({ ...UNPLAYED, hasActed: true }, "Points: 3.").includes("as often as you like"),
    true,
  );
  const said = "Points: 12.";
  equal(dailyText({ ...UNPLAYED, hasActed: true, isOver: true, said }), said);
});

Deno.test("the panel says why nothing can be played", () => {
  equal(dailyText({ ...UNPLAYED, said: "Try again later." }), "Try again later.");
});

Deno.test("a result names the day, and the page where others can reach it", () => {
  const home = { origin: "http://localhost:8337", hostname: "localhost" };
  const away = { origin: "https://imp.test", hostname: "imp.test" };
  const told = "Bottle Imp, deal of November 30, 2026. Points: 12.";

  equal(resultText("2026-11-30", "Points: 12."), told);
  equal(withAddress(told, "2026-11-30", home), told);
  equal(withAddress(told, "2026-11-30", away), `${told} https://imp.test/daily/2026-11-30`);
});
