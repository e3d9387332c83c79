/** The state of a table before the server has sent a view. */

import { currentKeys } from "../storage/keys.ts";
import { loadMuteList } from "../storage/mute_list.ts";
import { loadOnOtherDevice } from "../storage/other_device.ts";
import { arrivedPlayers } from "../storage/rematch.ts";
import { readSettings } from "./settings.ts";
import type { State } from "./types.ts";

/** The initial state, read from the data attributes of the table's element. */
export function initialState(root: HTMLElement): State {
  return {
    view: null,
    isReplay: root.dataset.replay !== undefined,
    beginsMidway: root.dataset.midway !== undefined,
    connection: "connecting",
    clockOffset: 0,
    present: null,
    levels: JSON.parse(root.dataset.levels ?? "[]"),
    seatsFilledAt: root.dataset.fills ? Date.now() + Number(root.dataset.fills) * 1000 : null,
    introduction: root.dataset.introduction ?? "",
    address: root.dataset.address ?? location.origin,
    newTable: root.dataset.new ?? "/new",
    name: root.dataset.name ?? "",
    nameError: null,
    copied: null,
    guests: JSON.parse(root.dataset.guests ?? "[]"),
    thinking: new Set(),
    preparing: null,
    slots: [],
    activeSlot: 0,
    isSlotChosen: false,
    raised: null,
    premove: null,
    highlighted: null,
    cursor: null,
    pending: false,
    queued: false,
    lastCommand: null,
    waitsForTap: false,
    claim: null,
    offeredClaim: "",
    revealed: null,
    notice: null,
    isOutage: false,
    placeLost: null,
    onOtherDevice: loadOnOtherDevice(sessionStorage, root.dataset.table ?? ""),
    arrived: arrivedPlayers(sessionStorage, root.dataset.table ?? "", null),
    news: null,
    reply: null,
    hint: null,
    drawerOpen: false,
    dialog: null,
    announcedBeforeDialog: 0,
    settings: readSettings(document.cookie, localStorage),
    keys: currentKeys(),
    newKeyFor: null,
    keyNotice: "",
    offeredSettings: JSON.parse(root.dataset.settings ?? "[]"),
    announcements: [],
    phrases: JSON.parse(root.dataset.phrases ?? "[]"),
    chatOpen: false,
    lastReadMessage: 0,
    isRemoved: false,
    waitsForSeat: false,
    chatDraft: "",
    chatRefusal: null,
    reported: new Set(),
    muteList: loadMuteList(localStorage, root.dataset.table ?? ""),
  };
}
