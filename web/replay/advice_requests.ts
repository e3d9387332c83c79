/** Requests for advice, one after another: the server answers nobody two at a time. */

import type { StepAdvice } from "../net/wire.ts";
import { NOT_YET } from "../offline/not_yet.ts";
import { t } from "../text/i18n.ts";

/** How long a request waits that the server does not answer yet, in ms, and how often it does. */
const RETRY_MS = 1500;
const MOST_RETRIES = 20;

export class AdviceRequests {
  #get: (path: string) => Promise<Response>;
  #later: (call: () => void, ms: number) => void;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    get: (path: string) => Promise<Response>,
    later: (call: () => void, ms: number) => void,
  ) {
    this.#get = get;
    this.#later = later;
  }

  /** The advice at this address, or why there is none. */
  ask(path: string): Promise<StepAdvice | { refusal: string }> {
    const answer = this.#last.then(() => this.#answer(path));
    this.#last = answer;
    return answer;
  }

  async #answer(path: string): Promise<StepAdvice | { refusal: string }> {
    const failed = { refusal: t("There is no answer from the server.") };
    for (let tried = 0; tried <= MOST_RETRIES; tried += 1) {
      try {
        const answer = await this.#get(path);
        if (answer.ok) return await answer.json();
        const { text = failed.refusal } = await answer.json();
        if (!NOT_YET.includes(answer.status)) return { refusal: text };
        failed.refusal = text;
      } catch {
        return failed;
      }
      await new Promise<void>((done) => this.#later(done, RETRY_MS));
    }
    return failed;
  }
}
