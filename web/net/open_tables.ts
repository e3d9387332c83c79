/** Whether a table is open in another tab of this browser: a page beside it asks, the table answers. */

type Question = { asks: string } | { answers: string };

/** How long a page waits for the answer of a table, in ms. */
export const ANSWER_MS = 300;

function channel(): BroadcastChannel {
  return new BroadcastChannel("bottle_open_tables");
}

/** Answers for this tab's table from now on; returns a function that ends it. */
export function answerForTable(table: string): () => void {
  const line = channel();
  line.addEventListener("message", ({ data }: MessageEvent<Question>) => {
    if ("asks" in data && data.asks === table) line.postMessage({ answers: table });
  });
  return () => line.close();
}

/** Whether the table is open in another tab. */
export function isTableOpen(table: string, wait = ANSWER_MS): Promise<boolean> {
  const line = channel();
  return new Promise<boolean>((tell) => {
    const timer = setTimeout(() => tell(false), wait);
    line.addEventListener("message", ({ data }: MessageEvent<Question>) => {
      if (!("answers" in data) || data.answers !== table) return;
      clearTimeout(timer);
      tell(true);
    });
    line.postMessage({ asks: table });
  }).finally(() => line.close());
}
