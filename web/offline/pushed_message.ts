/** What the server sends while no page is open. */

import { notifiedPath } from "./kept_pages.ts";

/** A notification, and the path of the table that it is about. */
interface PushedMessage {
  title: string;
  body: string;
  path: string;
  tag: string;
  icon: string;
}

/** The message in what came; a browser must show something even where it is no such message. */
export function pushedMessage(data: { json(): unknown } | null): PushedMessage {
  let found: Partial<Record<keyof PushedMessage, unknown>> = {};
  try {
    const value = data?.json();
    if (typeof value === "object" && value !== null) found = value;
  } catch {
    // It was no JSON.
  }
  const text = (name: keyof PushedMessage, instead: string) => {
    const value = found[name];
    return typeof value === "string" ? value : instead;
  };
  return {
    title: text("title", "Bottle Imp"),
    body: text("body", ""),
    path: notifiedPath(found.path),
    tag: text("tag", "") || "message", // without one a browser refuses to sound again for it
    icon: text("icon", "/static/icon.svg"),
  };
}
