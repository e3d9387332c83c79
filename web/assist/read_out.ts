/**
 * What a key has asked for, to be read: how things stand, or the last trick.
 *
 * Screen readers get the same words as an announcement. Escape or a tap anywhere takes them away,
 * and so does the time that it takes to read them twice.
 */

const LEAST_MS = 6000;
const MS_PER_LETTER = 120;

/** For how long the words are shown, in ms. */
export function readingTime(words: string): number {
  return Math.max(LEAST_MS, words.length * MS_PER_LETTER);
}

/** The note above the table. */
export class ReadOut {
  #note: HTMLElement;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** With a role, screen readers hear the note itself; else they hear the words elsewhere. */
  constructor(role: "status" | null = null) {
    this.#note = document.createElement("p");
    this.#note.className = "read-out";
    this.#note.popover = "auto";
    if (role === null) this.#note.setAttribute("aria-hidden", "true");
    else this.#note.role = role;
    document.body.append(this.#note);
  }

  show(words: string): void {
    this.#note.textContent = words;
    this.#note.showPopover();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#note.hidePopover(), readingTime(words));
  }
}
