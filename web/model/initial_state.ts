/** The state of a table before anything is known of it but what the page says. */

import { recalled } from "./mute_list.ts";
import { remembered } from "./settings.ts";
import type { State } from "./types.ts";

/** The state to begin with, from the element that holds the table. */
export function initial(root: HTMLElement): State {
  return {
    view: null,
    link: "connecting",
    ahead: 0,
    present: null,
    levels: JSON.parse(root.dataset.levels ?? "[]"),
    fillsAt: root.dataset.fills ? Date.now() + Number(root.dataset.fills) * 1000 : null,
    introduction: root.dataset.introduction ?? "",
    address: root.dataset.address ?? location.origin,
    name: root.dataset.name ?? "",
    nameWrong: null,
    copied: null,
    guests: JSON.parse(root.dataset.guests ?? "[]"),
    thinking: new Set(),
    preparing: null,
    slots: [],
    slot: 0,
    raised: null,
    pointed: null,
    cursor: null,
    pending: false,
    notice: null,
    placeLost: null,
    reply: null,
    hint: null,
    drawer: false,
    dialog: null,
    settings: remembered(document.cookie, localStorage),
    offered: JSON.parse(root.dataset.settings ?? "[]"),
    said: [],
    phrases: JSON.parse(root.dataset.phrases ?? "[]"),
    talking: false,
    read: 0,
    waits: false,
    draft: "",
    refusedWords: null,
    hushed: recalled(localStorage, root.dataset.table ?? ""),
  };
}
