/// <reference lib="deno.ns" />
import { strictEqual as equal } from "node:assert";
import { formatNumber, formatRemarks, formatSigned, t, tn, useCatalogue } from "./i18n.ts";

const ENGLISH = { locale: "en", messages: {} };

Deno.test("a text without translation stays English", () => {
  equal(t("Play {card}", { card: "25" }), "Play 25");
});

Deno.test("a name that is not given stays as it is", () => {
  equal(t("Play {card}"), "Play {card}");
});

Deno.test("the form of a text goes with the number", () => {
  equal(`${tn("{n} card", "{n} cards", 1)}, ${tn("{n} card", "{n} cards", 2)}`, "1 card, 2 cards");
});

Deno.test("a language with three forms takes the middle one for few", () => {
  useCatalogue({ locale: "pl", messages: { "{n} card": ["{n} karta", "{n} karty", "{n} kart"] } });
  const forms = [1, 3, 5].map((n) => tn("{n} card", "{n} cards", n)).join(", ");
  useCatalogue(ENGLISH);

  equal(forms, "1 karta, 3 karty, 5 kart");
});

Deno.test("a language with two forms takes the last one for many", () => {
  useCatalogue({ locale: "fr", messages: { "{n} card": ["{n} carte", "{n} cartes"] } });
  const forms = [1, 2].map((n) => tn("{n} card", "{n} cards", n)).join(", ");
  useCatalogue(ENGLISH);

  equal(forms, "1 carte, 2 cartes");
});

Deno.test("a loss has a true minus sign and a gain a plus", () => {
  equal(
    `${formatSigned(-12)} ${formatSigned(7)} ${formatSigned(0)} ${formatNumber(-3)}`,
    "\u221212 +7 0 \u22123",
  );
});

Deno.test("remarks are set apart by commas in every language", () => {
  useCatalogue({ locale: "fr", messages: {} });
  const remarks = formatRemarks(["toi", "hôte"]);
  useCatalogue(ENGLISH);

  equal(remarks, "toi, hôte");
});
