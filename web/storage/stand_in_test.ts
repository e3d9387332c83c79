/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { PageStorage, standInForStorage } from "./stand_in.ts";

Deno.test("a storage that may not be used is stood in for, another one stays", () => {
  const own = new PageStorage();
  const page = {
    sessionStorage: own,
    get localStorage(): Storage {
      throw new DOMException("denied", "SecurityError");
    },
  };
  standInForStorage(page);
  page.localStorage.setItem("a", "1");

  equal(page.localStorage.getItem("a"), "1");
  equal(page.sessionStorage === own, true);
});

Deno.test("what was stored for a page is there until it is taken away", () => {
  const storage = new PageStorage();
  storage.setItem("a", "1");
  storage.setItem("b", "2");
  storage.removeItem("a");
  equal([storage.length, storage.key(0), storage.getItem("a")], [1, "b", null]);
  storage.clear();
  equal(storage.length, 0);
});
