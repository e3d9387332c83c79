/** The pictures of the emotes, drawn here so that no device needs a font with emoji. */

import { html, nothing, svg, type TemplateResult } from "lit-html";
import type { Phrase } from "../model/types.ts";

const EYES = svg`<path class="ink" d="M8.500 8.500v2M15.500 8.500v2" />`;
const CLOSED_EYES =
  svg`<path class="ink" d="m7 10.500 1.700-1.700 1.700 1.700M13.600 10.500l1.700-1.700 1.700 1.700" />`;
const OPEN_MOUTH = svg`<path class="fill" d="M7 13.300h10q-.6 5.200-5 5.200t-5-5.200Z" />`;
const HEAD = svg`<circle class="skin" cx="12" cy="12.500" r="9.500" />`;

/** What is drawn for each emote, by the id of its phrase. */
const FACES: Record<string, TemplateResult<2>> = {
  smiles: svg`${HEAD}${EYES}<path class="ink" d="M7.500 14.500q4.500 5 9 0" />`,
  laughs: svg`${HEAD}${CLOSED_EYES}${OPEN_MOUTH}`,
  wonders: svg`
    ${HEAD}
        <path class="ink"
      d="M8.500 9.500v1.800M15.500 9.500v1.800M6.800 7.300l3 .4M13.800 6.500q1.600-1.200 3.300-.2M9 16.500l5.500-1.500" />
        <path class="hand"
      d="M5.500 23q-1.300-4 1.500-5.700l4.700-.3q1.200.9 0 1.800l-1.700.3 1.500.4q.8 1-.2 1.800-1 2-5.800 1.700Z" />
  `,
  "is-amazed": svg`
    ${HEAD}
        <path class="ink"
      d="M8.500 9.500v1.500M15.500 9.500v1.500M6.700 6.800q1.500-1.300 3-.8M14.300 6q1.500-.5 3 .8" />
        <ellipse class="fill" cx="12" cy="17" rx="2.300" ry="3" />
  `,
  weeps: svg`
    ${HEAD}
        <path class="ink"
      d="M8.500 9.500v1.500M15.500 9.500v1.500M6.500 8.300l3-1.300M17.500 8.300l-3-1.300M8.500 18q3.500-3.500 7 0" />
        <path class="water"
      d="M7.300 12.500q-2.300 3.200-2.300 4.500a2.300 2.300 0 0 0 4.600 0q0-1.300-2.300-4.500Z" />
  `,
  sweats: svg`
    ${HEAD}${CLOSED_EYES}${OPEN_MOUTH}
        <path class="water"
      d="M19.300 2q-2.300 3.200-2.300 4.500a2.300 2.300 0 0 0 4.600 0q0-1.300-2.300-4.500Z" />
  `,
  applauds: svg`
    <path class="ink" d="M3 8.500l2 1M6.500 3.500l1.200 2.200M12 2.500v2.300" />
    <path class="skin"
      d="M13.500 21.500q-5.500 1-8-3.500l-2.300-4q-.5-1.700 1.300-1.500l2 2.500-2.500-5q0-1.800 1.700-1.300l2.800 4.300-2.300-5.300q.3-1.700 1.900-.9l3 5.500-1.300-4q.8-1.600 2-.3l2.400 5q2.300 5-.7 8.500Z" />
    <path class="skin"
      d="M16.500 21.500q4.500-1 5-5.500l.5-4.500q-.2-1.600-1.700-1.100l-1 2.600.3-5.500q-.7-1.500-2-.6l-.7 5-.5-5.500q-1-1.300-2 0l.3 5.500 1.800 4.500q1 3.200 0 5.100Z" />
  `,
  "is-an-imp": svg`
    <path class="imp"
      d="M4 1q-1.500 5 1.500 8l4-3.500Q5.500 5 4 1ZM20 1q1.500 5-1.500 8l-4-3.500Q18.500 5 20 1Z" />
    <circle class="imp" cx="12" cy="13.500" r="8.500" />
    <path class="light"
      d="m6.500 9.500 4 2q-.6 2-2.300 1.900-1.800-.3-1.700-3.900ZM17.500 9.500l-4 2q.6 2 2.300 1.900 1.800-.3 1.700-3.900Z" />
    <path class="ink pale" d="M7.500 16q4.500 5 9 0" />
  `,
};

/** The picture of an emote; its sign as text where this page has none, and nothing for words. */
export function face({ id, sign }: Phrase): TemplateResult | typeof nothing {
  if (sign === "") return nothing;
  const drawing = FACES[id];
  if (drawing === undefined) return html`<span aria-hidden="true">${sign}</span>`;
  return html`<svg class="face" data-face="${id}" viewBox="0 0 24 24" aria-hidden="true">${drawing}</svg>`;
}
