/** The bottle or bottles: price, owner, and which of them is for sale. */

import { html, nothing, svg, type TemplateResult } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import type { RoundView, View } from "../net/wire.ts";
import { seatClass } from "../model/seats.ts";
import { t } from "../text/i18n.ts";
import { playerName, printedCard } from "../text/names.ts";
import { suitOf } from "./card.ts";

/** The y coordinates of the liquid's surface in the drawing: empty and full. */
const EMPTY = 112;
const FULL = 52;

/** The y coordinate of the liquid: full at the start price, almost empty at the lowest card. */
function liquidLevel(view: View, price: string): number {
  const share = Number(price) / Number(view.table.start_price);
  return EMPTY - 4 - Math.max(0, Math.min(1, share)) * (EMPTY - FULL - 4);
}

/** A drawing of the bottle: a round flask with a stopper, and an imp inside. */
function bottleDrawing(view: View, price: string): TemplateResult {
  const top = liquidLevel(view, price);
  return html`<svg class="flask" viewBox="0 0 96 124" aria-hidden="true">
    ${svg`
    <clipPath id="flask-belly">
      <path d="M39 34v12C24 51 12 65 12 83c0 21 16 35 36 35s36-14 36-35c0-18-12-32-27-37V34Z" />
    </clipPath>
    <g clip-path="url(#flask-belly)">
      <rect class="glass" x="0" y="0" width="96" height="124" />
      <path class="liquid" d="M0 ${top}q12-5 24 0t24 0 24 0 24 0V124H0Z" />
      <path class="shade" d="M64 46c14 8 20 22 17 40-2 14-10 24-22 29 20 1 34-14 34-32S80 48 64 46Z" />
      <g class="imp">
        <path
          d="M33 74q2-9-5-15 11 1 14 8 6-2 12 0 3-7 14-8-7 6-5 15 3 5 2 11-2 13-17 13T31 85q-1-6 2-11Z" />
        <path class="eye" d="m36 80 9 3q-1 5-5 5-5-1-4-8Zm24 0-9 3q1 5 5 5 5-1 4-8Z" />
      </g>
      <path class="reflection" d="M22 82c0-12 6-21 15-26" />
    </g>
    <path class="outline"
      d="M39 34v12C24 51 12 65 12 83c0 21 16 35 36 35s36-14 36-35c0-18-12-32-27-37V34" />
    <rect class="rim" x="34" y="27" width="28" height="9" rx="4" />
    <path class="stopper" d="M39 9q9-5 18 0l-2 18H41Z" />
  `}
  </svg>`;
}

function ownerText(view: View, owner: number | null): string {
  if (owner === null) return t("Nobody has it yet");
  return owner === view.you ? t("Yours") : playerName(view, owner);
}

function bottleText(view: View, round: RoundView, bottle: number): string {
  const owner = round.owners[bottle] ?? null;
  const price = printedCard(round.prices[bottle] ?? view.table.start_price);
  if (owner === null) return t("Price {price}. Nobody owns it yet.", { price });
  return owner === view.you
    ? t("Price {price}. You own it.", { price })
    : t("Price {price}. {player} owns it.", { price, player: playerName(view, owner) });
}

/** One bottle with a price tag. */
function bottle(view: View, round: RoundView, number: number): TemplateResult {
  const price = round.prices[number] ?? view.table.start_price;
  const owner = round.owners[number] ?? null;
  const several = round.prices.length > 1;
  const over = round.phase === "over";
  // Only bottles that nobody has bought cost the same: it makes no difference which is sold.
  const isDearest = round.for_sale !== null && price === round.prices[round.for_sale];
  const forSale = several && isDearest && !over;
  const suit = price === view.table.start_price ? "start" : suitOf(view, price);
  const shares = round.owners.some((other, one) => one !== number && other === owner);
  const side = shares ? number === 0 ? "left" : "right" : "";
  return html`
    <li class="bottle ${owner === null ? "unowned" : seatClass(view, owner)} ${side} ${forSale
      ? "for-sale"
      : ""} ${several && !forSale && !over ? "waiting" : ""}">
      <span class="visually-hidden">${bottleText(view, round, number)}</span>
      <span class="bottle-figure" aria-hidden="true" data-bottle="${number}"
      >${bottleDrawing(view, price)}<span class="tag ${suit}">${printedCard(price)}</span></span>
      <span class="words">
          <b class="owner ${owner !== null && owner === view.you ? "you" : ""}" aria-hidden="true"
            >${ownerText(view, owner)}</b
          >
          ${several && !over
            ? html`<span class="sale">${forSale ? t("For sale") : t("Not for sale now")}</span>`
            : nothing}
        </span>
    </li>
  `;
}

/** All bottles of the round; one that is sold is drawn anew beside its buyer, where it glides to. */
export function bottles(view: View, round: RoundView): TemplateResult {
  return html`
    <section class="bottles" aria-labelledby="bottles-title">
      <h2 id="bottles-title" class="visually-hidden">
          ${round.prices.length > 1 ? t("The bottles") : t("The bottle")}
        </h2>
      <ul class="plain-list">
          ${round.prices.map((_, number) =>
            keyed(round.owners[number], bottle(view, round, number))
          )}
        </ul>
    </section>
  `;
}
