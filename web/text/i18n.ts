/**
 * Translation and formatting in the user's language.
 *
 * The source is English; a catalogue maps each English text to its translation, and a text with a
 * number to its plural forms, in the order of gettext: one, two, few, many, other.
 */
interface Catalogue {
  locale: string;
  messages: Record<string, string | string[]>;
}

type Values = Record<string, string | number>;

const ENGLISH: Catalogue = { locale: "en", messages: {} };

let catalogue = ENGLISH;
let plurals = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");

/** Switches to another language; texts that the catalogue lacks stay English. */
export function useCatalogue(other: Catalogue): void {
  catalogue = other;
  plurals = new Intl.PluralRules(other.locale);
  numbers = new Intl.NumberFormat(other.locale);
}

/** Switches to the language that an element of the page names, and tells where to fetch. */
export async function useLanguageOf({ dataset }: HTMLElement): Promise<void> {
  const { catalogue, language = "en" } = dataset;
  if (catalogue && language !== "en") useCatalogue(await fetchCatalogue(catalogue, language));
}

/** The catalogue at the address; English if it cannot be fetched. */
async function fetchCatalogue(address: string, locale: string): Promise<Catalogue> {
  try {
    const answer = await fetch(address);
    return answer.ok ? { locale, messages: await answer.json() } : ENGLISH;
  } catch {
    return ENGLISH;
  }
}

const CATEGORIES: Intl.LDMLPluralRule[] = ["zero", "one", "two", "few", "many", "other"];

/** The plural form for the number. */
function form(forms: string[], n: number): string | undefined {
  const known = plurals.resolvedOptions().pluralCategories;
  const used = CATEGORIES.filter((category) => known.includes(category));
  return forms[Math.min(used.indexOf(plurals.select(n)), forms.length - 1)];
}

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? numbers.format(value) : value;
  });
}

/** The text in the user's language, with `{name}` replaced by the value of that name. */
export function t(text: string, values: Values = {}): string {
  const found = catalogue.messages[text];
  return fill(typeof found === "string" ? found : text, values);
}

/** The form of the text for `n` things; `{n}` stands for the number. */
export function tn(one: string, other: string, n: number, values: Values = {}): string {
  const found = catalogue.messages[one];
  const text = typeof found === "object" ? form(found, n) : undefined;
  return fill(text ?? (n === 1 ? one : other), { ...values, n });
}

/** A day and an hour: "Fri, 20 Nov, 14:05". */
export function formatMoment(at: number): string {
  return new Intl.DateTimeFormat(catalogue.locale, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
  }).format(new Date(at));
}

/** A day, written as 2026-11-30: "30 November 2026". */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat(catalogue.locale, { dateStyle: "long", timeZone: "UTC" })
    .format(new Date(day));
}

/** Names in a row: "Bo, Cy and Di". */
export function formatList(names: string[]): string {
  return new Intl.ListFormat(catalogue.locale, { style: "long", type: "conjunction" }).format(
    names,
  );
}

/** Remarks one after another: "host, away". */
export function formatRemarks(words: string[]): string {
  return words.join(t(", ")); // a list of units has "et" before the last one in French
}

/** A number with a true minus sign, and a plus where it is a gain. */
export function formatSigned(n: number): string {
  if (n < 0) return `\u2212${numbers.format(-n)}`;
  return n > 0 ? `+${numbers.format(n)}` : "0";
}

/** A number with a true minus sign. */
export function formatNumber(n: number): string {
  return n < 0 ? `\u2212${numbers.format(-n)}` : numbers.format(n);
}
