/** Requests and timers of the browser, for the connection to a lesson. */

import type { LessonEnvironment } from "./lesson_connection.ts";

/** What is posted goes to the address of the exercise, which counts from 0. */
export function lessonEnvironment(addressOf: (exercise: number) => string): LessonEnvironment {
  return {
    post: (exercise, body) =>
      fetch(addressOf(exercise), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
    setTimer: (call, ms) => void setTimeout(call, ms),
  };
}
