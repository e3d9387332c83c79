/** The state of the table after the server has sent a new view. */

import { currentHint } from "../assist/hint.ts";
import { claimAfter, claimOfferText, claimOutcomeText, claimText } from "../assist/claim.ts";
import { canPremove, premoveAfter } from "../assist/premove.ts";
import { introduction } from "../cards/exchange.ts";
import { personOnOtherDevice } from "../storage/other_device.ts";
import {
  beginsTurn,
  isChoosing,
  isClosed,
  isRoundOver,
  nearestLegalCard,
  ownHands,
  tricksFinished,
} from "../model/selectors.ts";
import { thinkingAfter } from "../model/thinking.ts";
import type { ShownClaim, State } from "../model/types.ts";
import type { TableEvent, View } from "../net/wire.ts";
import { lastMessageText } from "../chat/chat.ts";
import { newsAfter } from "../people/seat_news.ts";
import { sidesText, withTurnReminder } from "../text/narration.ts";
import { promptText } from "../text/prompt.ts";
import { announcementText, seatChangeText, withAnnouncement } from "./announcements.ts";
import { lastTrickText } from "./status_text.ts";

/** A claim is announced when it is made and when all its cards are played, not card by card. */
function claimAnnouncement(view: View, event: TableEvent, claim: ShownClaim): string {
  if (event.k === "claim") return claimText(view, claim);
  if (!isRoundOver(view)) return "";
  return claim.claim === "last" ? lastTrickText(view) : claimOutcomeText(view, claim);
}

/**
 * The state with the view, and with the announcements for screen readers about the change.
 *
 * @param event What has led to the view; null where the server has sent a whole new view.
 * @param slots What is chosen in a new situation; null where the situation is still the same.
 * @param isLeaving Whether the user has asked to leave the table.
 */
export function stateAfterView(
  before: State,
  view: View,
  event: TableEvent | null,
  slots: State["slots"] | null,
  isLeaving: boolean,
): State {
  const old = before.view ?? view;
  const onOtherDevice = personOnOtherDevice(before.onOtherDevice, before.view, view, before.guests);
  const news = newsAfter(before, view, event);
  const claim = claimAfter(before.claim, view, event);
  const state: State = { ...before, view, news, onOtherDevice, claim };
  if (before.isOutage) {
    state.isOutage = false;
    state.notice = null;
  }
  if (slots !== null) {
    state.slots = slots;
    state.activeSlot = Math.max(0, slots.indexOf(null));
    state.isSlotChosen = false;
    state.cursor = null;
    state.notice = null;
    state.placeLost = null;
  }
  if (slots !== null || view.round?.step !== old.round?.step) state.reply = null;
  if (beginsTurn(before.view, view)) {
    // Whose turn it is comes before why the card under the pointer or the frame cannot be played,
    // and before what was refused earlier.
    state.highlighted = null;
    state.notice = null;
    if (state.cursor !== null) state.cursor = nearestLegalCard(state, view, state.cursor);
  }
  const canRaise = (card: string) =>
    view.round?.legal.includes(card) ||
    (canPremove(state, view) && ownHands(view).some((hand) => hand.cards?.includes(card)));
  // After the match there is nothing to leave any more.
  if (state.dialog === "leave" && (view.match.over || isClosed(view))) state.dialog = null;
  if (state.raised !== null && !canRaise(state.raised)) state.raised = null;
  const { premove, words: dropped } = premoveAfter(state, view);
  state.premove = premove;
  if (dropped !== "") state.reply = dropped;
  state.hint = currentHint(state.hint, view);
  const about = slots !== null && isChoosing(view) ? introduction(state, view) : "";
  if (about !== "") state.announcements = withAnnouncement(before.announcements, about);
  if (event === null) {
    state.thinking = new Set();
    state.preparing = null;
    // A change of the user's own seat comes with a whole new view.
    const change = before.isReplay
      ? null
      : seatChangeText(old, view, onOtherDevice, before.isRemoved);
    if (change !== null) {
      state.announcements = withAnnouncement(before.announcements, change);
      state.placeLost = view.you === null && !isLeaving && onOtherDevice === null ? change : null;
    }
    const sides = isChoosing(view) ? sidesText(view) : "";
    const asked = slots === null && !beginsTurn(before.view, view)
      ? ""
      : `${sides} ${withTurnReminder(view, promptText(view, state.slots))}`.trim();
    if (asked !== "") state.announcements = withAnnouncement(state.announcements, asked);
  } else {
    const words = event.k === "say"
      ? lastMessageText(state, view)
      : claim !== null && (event.k === "claim" || event.k === "play")
      ? claimAnnouncement(view, event, claim)
      : announcementText(old, view, event, state.settings.announcements);
    if (words !== "") state.announcements = withAnnouncement(state.announcements, words);
    state.thinking = thinkingAfter(state.thinking, view, event);
    if (state.preparing !== null && !state.thinking.has(state.preparing)) state.preparing = null;
    if (event.k === "play" && event.player === view.you) state.notice = null;
  }
  if (dropped !== "") state.announcements = withAnnouncement(state.announcements, dropped);
  const offer = claimOfferText(view);
  if (offer !== "" && view.round !== null) {
    // Told once, also where it cannot be had while others play to the trick.
    const offered = `${view.match.round} ${tricksFinished(view, view.round)} ${offer}`;
    if (offered !== before.offeredClaim) {
      state.announcements = withAnnouncement(state.announcements, offer);
      state.offeredClaim = offered;
    }
  }
  if (state.chatOpen || before.view === null) state.lastReadMessage = view.talk.at(-1)?.n ?? 0;
  return state;
}
