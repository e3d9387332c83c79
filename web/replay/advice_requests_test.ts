/// <reference lib="deno.ns" />
import { deepStrictEqual as equal } from "node:assert";
import { AdviceRequests } from "./advice_requests.ts";

/** Requests whose answers are given: JSON, a status with a refusal, or 0 for no network. */
function begun(answers: (object | number)[]) {
  const asked: string[] = [];
  const pauses: number[] = [];
  let open = 0;
  const requests = new AdviceRequests(
    async (path) => {
      asked.push(path);
      open += 1;
      equal(open, 1); // the server answers nobody two at a time
      await Promise.resolve();
      open -= 1;
      const answer = answers.shift() ?? 0;
      if (answer === 0) throw new Error("no network");
      return typeof answer === "number"
        ? Response.json({ t: "no", code: "", text: `refused: ${answer}` }, { status: answer })
        : Response.json(answer);
    },
    (call, ms) => {
      pauses.push(ms);
      queueMicrotask(call);
    },
  );
  return { requests, asked, pauses };
}

Deno.test("requests wait for one another", async () => {
  const { requests, asked } = begun([{ level: "imp" }, { level: "regular" }]);
  const answers = await Promise.all([requests.ask("1"), requests.ask("2")]);

  equal(answers, [{ level: "imp" }, { level: "regular" }]);
  equal(asked, ["1", "2"]);
});

Deno.test("a busy server is asked again after a while", async () => {
  const { requests, asked, pauses } = begun([503, 429, { level: "imp" }]);

  equal(await requests.ask("1"), { level: "imp" });
  equal([asked, pauses], [["1", "1", "1"], [1500, 1500]]);
});

Deno.test("a refusal is said in the words of the server, and so is that it stays busy", async () => {
  equal(await begun([404]).requests.ask("1"), { refusal: "refused: 404" });
  const busy = begun(Array.from({ length: 30 }, () => 503));
  equal(await busy.requests.ask("1"), { refusal: "refused: 503" });
  equal(busy.asked.length, 21);
});

Deno.test("without a server there is no advice, and the next request is made all the same", async () => {
  const { requests } = begun([0, { level: "imp" }]);

  equal(await requests.ask("1"), { refusal: "There is no answer from the server." });
  equal(await requests.ask("2"), { level: "imp" });
});
