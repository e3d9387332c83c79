/// <reference lib="deno.ns" />
import { strictEqual as equal } from "node:assert";
import { CardNumberInput, exchangeSlotOf, FieldTyping } from "./keyboard.ts";

const HAND = ["2", "5", "18.5", "25", "31"];

Deno.test("two digits in a row name one card", () => {
  const typed = new CardNumberInput();
  typed.add("2", 0, HAND);

  equal(typed.add("5", 300, HAND), "25");
});

Deno.test("a digit after a pause begins another number", () => {
  const typed = new CardNumberInput();
  typed.add("2", 0, HAND);

  equal(typed.add("5", 3000, HAND), "5");
});

Deno.test("a digit goes to the first card that begins with it", () => {
  equal(new CardNumberInput().add("3", 0, HAND), "31");
});

Deno.test("a half card is typed with a point or a comma", () => {
  const typed = new CardNumberInput();
  for (const [place, sign] of ["1", "8", ","].entries()) typed.add(sign, place * 100, HAND);

  equal(typed.add("5", 400, HAND), "18.5");
});

Deno.test("a digit that fits no longer begins a new number", () => {
  const typed = new CardNumberInput();
  typed.add("3", 0, HAND);

  equal(typed.add("5", 100, HAND), "5");
});

Deno.test("Shift and a digit select an exchange slot, the digit alone a card", () => {
  equal(exchangeSlotOf({ code: "Digit2", key: "@" }), 1);
  equal(exchangeSlotOf({ code: "Digit2", key: "2" }), null);
  equal(exchangeSlotOf({ code: "KeyB", key: "b" }), null);
});

Deno.test("on a keyboard that types digits with Shift, the key alone selects a slot", () => {
  equal(exchangeSlotOf({ code: "Digit1", key: "&" }), 0);
  equal(exchangeSlotOf({ code: "Digit1", key: "1" }), null);
});

/** A press of the key at this moment. */
function pressed(key: string, timeStamp: number, defaultPrevented = false) {
  return { key, timeStamp, defaultPrevented };
}

Deno.test("what is typed after its field has gone is no command, until a pause", () => {
  const typing = new FieldTyping();
  const field = { isConnected: true };
  typing.note(field, pressed("A", 0));
  equal(typing.goesOn(pressed("m", 100)), false); // the field is left, and still there
  field.isConnected = false;

  equal(typing.goesOn(pressed("m", 900)), true);
  equal(typing.goesOn(pressed("Shift", 1000)), false);
  equal(typing.goesOn(pressed("Enter", 1800)), true);
  equal(typing.goesOn(pressed("m", 2800)), false);
});

Deno.test("keys right after what ends the typing are commands", () => {
  const gone = { isConnected: false };
  for (const last of [pressed("Enter", 0), pressed("Escape", 0), pressed("z", 0, true)]) {
    const typing = new FieldTyping();
    typing.note(gone, last);
    equal(typing.goesOn(pressed("m", 100)), false);
  }
});
