/** The view after an event. It knows no rules: it puts the values of the event into the view. */

import type { TableEvent, View } from "../net/wire.ts";

type Place = Record<string, unknown>;

/** The view with one part replaced; a path is one key, or two joined by a dot. */
function withValue(view: View, path: string, value: unknown): View {
  const [first = "", second] = path.split(".");
  const whole = view as unknown as Place;
  if (second === undefined) return { ...whole, [first]: value } as unknown as View;
  const part = whole[first];
  // A value of a part that does not exist yet (no round has been dealt) is ignored.
  if (part === null || typeof part !== "object") return view;
  return { ...whole, [first]: { ...(part as Place), [second]: value } } as unknown as View;
}

/** The view after the event; the given view is not changed. */
export function applyEvent(view: View, event: TableEvent): View {
  let after = view;
  for (const [path, value] of Object.entries(event.set)) {
    after = withValue(after, path, value);
  }
  return after;
}
