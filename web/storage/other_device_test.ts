/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import type { View } from "../net/wire.ts";
import { playsOnOtherDevice } from "./other_device.ts";

function seen(you: number | null, name: string, kind = "human"): View {
  return { you, players: [{ name: "Bo", kind: "human" }, { name, kind }] } as unknown as View;
}

Deno.test("a seat that is taken along is still a person's of that name", () => {
  equal(playsOnOtherDevice(false, seen(1, "Ana"), seen(null, "Ana")), true);
  equal(playsOnOtherDevice(false, seen(1, "Ana"), seen(1, "Ana")), false);
});

Deno.test("a seat that was given up or taken away is not", () => {
  equal(playsOnOtherDevice(false, seen(1, "Ana"), seen(null, "Kiano", "computer")), false);
  equal(playsOnOtherDevice(false, seen(1, "Ana"), seen(null, "", "open")), false);
  equal(playsOnOtherDevice(false, seen(1, "Ana"), seen(null, "Cy")), false);
});

Deno.test("it stays so until the seat is taken back", () => {
  equal(playsOnOtherDevice(true, seen(null, "Ana"), seen(null, "Ana")), true);
  equal(playsOnOtherDevice(true, null, seen(null, "Ana")), true);
  equal(playsOnOtherDevice(true, seen(null, "Ana"), seen(1, "Ana")), false);
  equal(playsOnOtherDevice(false, seen(null, "Ana"), seen(null, "Ana")), false);
});
