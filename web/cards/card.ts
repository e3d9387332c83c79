/** How a card looks: number, suit by colour, shape and letter, points as coins. */

import { html, svg, type SVGTemplateResult, type TemplateResult } from "lit-html";
import type { DirectiveResult } from "lit-html/directive.js";
import { guard } from "lit-html/directives/guard.js";
import { deckOf } from "../model/selectors.ts";
import type { Card, SuitKey, View } from "../net/wire.ts";
import { tn } from "../text/i18n.ts";
import { cardWithPoints, printedCard, suitLetter } from "../text/names.ts";

/** Up to this many points are drawn as single coins. */
const MOST_COINS = 6;

const SHAPES: Record<SuitKey, SVGTemplateResult> = {
  low: svg`
    <circle cx="12" cy="12" r="9.5" />
    <circle class="cutout" cx="12" cy="12" r="4" />
  `,
  mid: svg`
    <rect x="3" y="3" width="18" height="18" rx="3" />
    <path class="cutout" d="M12 7.5 16.5 12 12 16.5 7.5 12Z" />
  `,
  high: svg`
    <path d="M12 2.2 22.6 20.4a1 1 0 0 1-.9 1.4H2.3a1 1 0 0 1-.9-1.4Z" />
    <path class="cutout" d="m12 10.5 4 7H8Z" />
  `,
};

/** The shape that stands for the suit. */
export function suitShape(suit: SuitKey): TemplateResult {
  return html`<svg class="shape ${suit}" viewBox="0 0 24 24" aria-hidden="true">${
    SHAPES[suit]
  }</svg>`;
}

export function suitOf(view: View, card: Card): SuitKey {
  return deckOf(view).get(card)?.s ?? "low";
}

function coins(points: number): TemplateResult {
  if (points > MOST_COINS) return html`<span class="coins many">${points}</span>`;
  return html`<span class="coins">${Array.from({ length: points }, () => html`<i></i>`)}</span>`;
}

/** The number as printed on the card; a half is set smaller than the digits before it. */
function numberFace(card: Card): TemplateResult | string {
  return card.endsWith(".5") ? html`${card.slice(0, -2)}<span class="half">\u00bd</span>` : card;
}

/** The face of a card, for an element with the class `card` and the class of the suit. */
export function cardFace(view: View, card: Card): DirectiveResult {
  return guard([view.table, card], () => drawnFace(view, card));
}

function drawnFace(view: View, card: Card): TemplateResult {
  const suit = suitOf(view, card);
  return html`
    <span class="index" aria-hidden="true"
    ><b class="number">${numberFace(card)}</b
          ><span class="sign">${suitShape(suit)}<span class="letter">${suitLetter(
            view,
            suit,
          )}</span></span></span><span
      class="emblem" aria-hidden="true">${suitShape(suit)}</span>${coins(
        deckOf(view).get(card)?.p ?? 0,
      )}
  `;
}

/** A card lying face up that is not a control. */
export function openCard(view: View, card: Card, more = ""): TemplateResult {
  return html`
    <span
      class="card ${suitOf(view, card)} ${more}"
      data-flip="${card}"
      role="img"
      aria-label="${cardWithPoints(view, card)}"
    >${cardFace(view, card)}</span>
  `;
}

/** A small card for lists: number, shape and letter. */
export function smallCard(view: View, card: Card, more = ""): TemplateResult {
  const suit = suitOf(view, card);
  return html`
    <span class="mini ${suit} ${more}" role="img" aria-label="${cardWithPoints(view, card)}"
    ><b>${printedCard(card)}</b>${suitShape(suit)}<span class="letter">${suitLetter(
      view,
      suit,
    )}</span></span>
  `;
}

/** Points with a coin beside them. */
export function pointsWithCoin(points: number): TemplateResult {
  return html`
    <span class="worth"
    ><i class="coin" aria-hidden="true"></i><span aria-hidden="true">${points}</span
        ><span class="visually-hidden">${tn("{n} point", "{n} points", points)}</span></span>
  `;
}

/** The back of a card. */
export function cardBack(): TemplateResult {
  return html`<span class="back" aria-hidden="true"></span>`;
}
