/** The markup of a template as text, so that tests need no browser. */

import { nothing } from "lit-html";

interface Template {
  strings: readonly string[];
  values: readonly unknown[];
}

interface Directive {
  "_$litDirective$": { name: string };
  values: readonly unknown[];
}

type Each = (item: unknown, index: number) => unknown;

/** The markup; listeners are left out. */
export function markup(value: unknown): string {
  if (value === nothing || value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(markup).join("");
  if (typeof value === "object" && "strings" in value) {
    const { strings, values } = value as Template;
    return strings.map((text, index) => text + markup(values[index])).join("");
  }
  if (typeof value === "object" && "_$litDirective$" in value) {
    const [first, key, each] = (value as Directive).values;
    const draw = (each ?? key) as Each | undefined;
    return draw === undefined ? markup(first) : markup([...first as unknown[]].map(draw));
  }
  return typeof value === "function" ? "" : String(value);
}

/** The words between the tags, with single spaces. */
export function words(value: unknown): string {
  return markup(value).replace(/<[^>]*>/g, " ").replace(/\s+/g, " ").trim();
}
