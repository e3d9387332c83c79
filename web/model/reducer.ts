/** The view after an event. Knows no rules: it puts told values in told places. */

import type { TableEvent, View } from "../net/wire.ts";

type Place = Record<string, unknown>;

/** The view with one part replaced; a path is one key, or two joined by a dot. */
function withValue(view: View, path: string, value: unknown): View {
  const [first = "", second] = path.split(".");
  const whole = view as unknown as Place;
  if (second === undefined) return { ...whole, [first]: value } as unknown as View;
  const part = whole[first];
  // A part that is not there yet (no round was dealt) cannot have one of its values told.
  if (part === null || typeof part !== "object") return view;
  return { ...whole, [first]: { ...(part as Place), [second]: value } } as unknown as View;
}

/** The view after the event; never changes the one that is given. */
export function applyEvent(view: View, event: TableEvent): View {
  let after = view;
  for (const [path, value] of Object.entries(event.set)) {
    after = withValue(after, path, value);
  }
  return after;
}
