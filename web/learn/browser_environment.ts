/** Requests and timers of the browser, for the connection to a lesson. */

import { postJson } from "../net/post_json.ts";
import type { LessonActions } from "../net/wire.ts";
import type { LessonEnvironment } from "./lesson_connection.ts";

/**
 * What is posted goes to the address of the exercise, which counts from 0. With `adviceFrom`, the
 * address of the advice, the learner may ask for a hint. `bodyOf` makes what is posted.
 */
export function lessonEnvironment(
  addressOf: (exercise: number) => string,
  adviceFrom?: string,
  bodyOf: (done: LessonActions) => object = (done) => done,
): LessonEnvironment {
  const post = (address: string, done: LessonActions) => postJson(address, bodyOf(done));
  return {
    post: (exercise, body) => post(addressOf(exercise), body),
    ...(adviceFrom && { askForAdvice: (body) => post(adviceFrom, body) }),
    setTimer: (call, ms) => void setTimeout(call, ms),
  };
}
