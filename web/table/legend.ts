/** The legend: what the letters at the names and the marks on the table mean. */

import { html, nothing, svg, type TemplateResult } from "lit-html";
import { NUMBERS_ICON, SUITS_ICON } from "../assist/aid_buttons.ts";
import { areHintsAllowed } from "../assist/hint.ts";
import { pointsWithCoin, suitShape } from "../cards/card.ts";
import { isPerson } from "../model/seats.ts";
import { hidesMemoryAids } from "../model/selectors.ts";
import { sideClass, sideSign } from "../model/sides.ts";
import type { DeckCard, RoundView, View } from "../net/wire.ts";
import { t } from "../text/i18n.ts";
import { ownName, printedCard, slotSign } from "../text/names.ts";
import { TRICKS_ICON } from "./icons.ts";

type Sign = [sign: TemplateResult, words: string];

const BOTTLE = svg`
  <path
    d="M4.5 1h3v4c2 .8 3.5 2.7 3.5 5A5 5 0 0 1 6 15a5 5 0 0 1-5-5c0-2.3 1.5-4.2 3.5-5Z" />
`;
const STAR =
  svg`<path d="m6 2 1.600 3.700 4 .4-3 2.700.9 4L6 10.700 2.500 12.800l.9-4-3-2.700 4-.4Z" />`;

function badge(text: string | TemplateResult, more = ""): TemplateResult {
  return html`<span class="badge ${more}">${text}</span>`;
}

function winningLabelSample(drawing: typeof BOTTLE): TemplateResult {
  return html`<span class="winning-label sample"><svg viewBox="0 0 12 16">${drawing}</svg></span>`;
}

/** A cell of the number line in one of its states. */
function field(card: DeckCard, state: string): TemplateResult {
  return html`<span class="cell ${card.s} ${state}"><b>${printedCard(card.c)}</b>${
    suitShape(card.s)
  }</span>`;
}

function sideSigns(round: RoundView): Sign[] {
  const sides = round.sides ?? [];
  const sign = (number: number) => {
    const side = sides[number] ?? [];
    return badge(sideSign(round, side), sideClass(round, side));
  };
  const partners = sides.findIndex((side) => side.length > 1);
  const lone = (isDouble: boolean) =>
    sides.findIndex((side) =>
      side.length === 1 && ((round.weights[side[0] ?? 0] ?? 1) > 1) === isDouble
    );
  const [double, alone] = [lone(true), lone(false)];
  const signs: Sign[] = [];
  if (partners >= 0) signs.push([sign(partners), t("partners: players with the same letter")]);
  if (double >= 0) signs.push([sign(double), t("plays alone, and all points count double")]);
  if (alone >= 0) signs.push([sign(alone), t("plays alone")]);
  return signs;
}

function playerSigns(view: View, round: RoundView): Sign[] {
  return [
    [badge(t("D"), "dealer"), t("dealer")],
    ...sideSigns(round),
    [html`<span class="back-sign"></span>`, t("cards in hand")],
    [pointsWithCoin(3), t("points taken in this round")],
    ...(view.players.some((_, player) => isPerson(view, player))
      ? [
        [
          html`<span class="plate-sample"><i class="presence here"></i></span>`,
          t("a person who is here"),
        ] as Sign,
        [
          html`<span class="plate-sample"><i class="presence away"></i></span>`,
          t("a person who is away"),
        ] as Sign,
        [
          html`<span class="plate-sample"><i class="presence replaced"></i></span>`,
          t("a person for whom a computer plays"),
        ] as Sign,
      ]
      : []),
  ];
}

function trickSigns(): Sign[] {
  return [
    [winningLabelSample(STAR), t("the card that is winning")],
    [winningLabelSample(BOTTLE), t("the card that is winning, and would buy the bottle")],
  ];
}

function cardSigns(view: View): Sign[] {
  const other = view.players.findIndex((_, player) => player !== view.you);
  const name = view.players.length > 2 ? ownName(view, other) : "";
  const frame = (text: string) => html`<span class="hint-sign">${text}</span>`;
  return [
    [
      html`<span class="received-mark">\u2193${name}</span>`,
      name === "" ? t("received in the exchange") : t("received in the exchange, and from whom"),
    ],
    ...(areHintsAllowed(view)
      ? [
        [frame("\u2605"), t("dashed frame: the card that a hint names")] as Sign,
        [
          frame(slotSign(0)),
          t("dashed frame with a number: the place in the exchange that a hint gives the card to"),
        ] as Sign,
      ]
      : []),
  ];
}

function buttonSigns(): Sign[] {
  const button = (icon: TemplateResult) => html`<span class="icon-sample">${icon}</span>`;
  return [
    [button(SUITS_ICON), t("sorts your cards by suit")],
    [button(NUMBERS_ICON), t("sorts your cards by number")],
    [button(TRICKS_ICON), t("shows the tricks so far")],
  ];
}

function sheetSigns(): Sign[] {
  return [[html`<span class="sheet"><i class="owner"></i></span>`, t("owned a bottle at the end")]];
}

function lineSigns(view: View, round: RoundView): Sign[] {
  const { deck } = view.table;
  const card = deck.find((one) => !one.c.endsWith(".5"));
  const half = deck.find((one) => one.c.endsWith(".5"));
  if (card === undefined) return [];
  const anyOpen = round.hands.some((hand) => hand.open || hand.cards !== null);
  return [
    [field(card, "own"), t("filled: in your hand")],
    ...(hidesMemoryAids(view, round) ? [] : [
      [field(card, ""), t("pale: not played yet")] as Sign,
      [field(card, "played"), t("struck through: played")] as Sign,
    ]),
    [field(card, "in-imp"), t("dotted edge: you put it into the Imp's Trick")],
    ...(anyOpen
      ? [[field(card, "seen"), t("dashed edge: in an open hand of somebody else")] as Sign]
      : []),
    [field(card, "price"), t("golden edge: the price of a bottle")],
    [
      html`<span class="cell start"><b>${view.table.start_price}</b></span>`,
      t("white: the price of a bottle at first; no card has this number"),
    ],
    ...(half === undefined ? [] : [
      [
        html`<span class="cell half ${half.s}"><b>\u00bd</b></span>`,
        t("the half card above this number"),
      ] as Sign,
    ]),
  ];
}

function list(title: string, signs: Sign[]): TemplateResult {
  return html`
    <h3>${title}</h3>
    <dl class="legend">
      ${signs.map(([sign, words]) =>
        html`
          <div>
            <dt aria-hidden="true">${sign}</dt>
            <dd>${words}</dd>
          </div>
        `
      )}
    </dl>
  `;
}

/** All signs that can appear at this table, with their meaning. */
export function legend(view: View, round: RoundView): TemplateResult {
  return html`
    ${list(t("At the names"), playerSigns(view, round))}
    ${list(t("On your cards"), cardSigns(view))}
    ${list(t("On the trick"), trickSigns())}
    ${list(t("On the number line"), lineSigns(view, round))}
    ${list(t("On the score sheet"), sheetSigns())}
    ${list(t("On buttons"), buttonSigns())}
  `;
}

/** The legend as a section of the details. */
export function legendPanel(view: View, round: RoundView | null): TemplateResult | typeof nothing {
  if (round === null) return nothing;
  return html`<section class="panel" aria-labelledby="legend-title">
    <h2 id="legend-title">${t("Signs")}</h2>
    ${legend(view, round)}
  </section>`;
}
