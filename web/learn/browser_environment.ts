/** Requests and timers of the browser, for the connection to a lesson. */

import type { LessonEnvironment } from "./lesson_connection.ts";

/** The exercises of the lesson at this address. */
export function lessonEnvironment(address: string): LessonEnvironment {
  return {
    post: (exercise, body) =>
      fetch(`${address}/${exercise + 1}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
    setTimer: (call, ms) => void setTimeout(call, ms),
  };
}
