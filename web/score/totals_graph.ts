/** The totals of a match round by round: a line for each player, and the same as a table. */

import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit-html";
import type { View } from "../net/wire.ts";
import { formatNumber, t } from "../text/i18n.ts";
import { ownName } from "../text/names.ts";

/** The drawing in its own units; the names stand to the right of the lines. */
const WIDTH = 320;
const HEIGHT = 150;
const MARGIN = { top: 10, right: 92, bottom: 18, left: 30 };
/** Names at the ends of the lines are at least this far apart. */
const LINE_OF_NAMES = 12;
/** Numbers at the axis are at least this share of its height apart. */
const NEAR_LABELS = 0.1;

/** The totals after each round, from the start on: `[round][player]`. */
export function totalsByRound(view: View): number[][] {
  const totals = [view.players.map(() => 0)];
  for (const row of view.match.sheet) {
    const before = totals.at(-1) ?? [];
    totals.push(row.scores.map((score, player) => (before[player] ?? 0) + score));
  }
  return totals;
}

/** Heights that keep their order and lie at least so far apart. */
export function spread(heights: number[], apart: number, lowest: number): number[] {
  const order = heights.map((_, place) => place)
    .sort((one, other) => (heights[one] ?? 0) - (heights[other] ?? 0));
  const placed = [...heights];
  let last = -Infinity;
  for (const place of order) {
    last = Math.max(placed[place] ?? 0, last + apart);
    placed[place] = last;
  }
  let next = lowest + apart;
  for (const place of order.reverse()) {
    next = Math.min(placed[place] ?? 0, next - apart);
    placed[place] = next;
  }
  return placed;
}

/** The totals that get a line across the graph: the ends, and 0 unless it is too near to one. */
export function markedTotals(least: number, most: number): number[] {
  const apart = (most - least) * NEAR_LABELS;
  return least < 0 && -least >= apart && most >= apart ? [least, 0, most] : [least, most];
}

function drawing(view: View, totals: number[][]): SVGTemplateResult {
  const all = totals.flat();
  const most = Math.max(...all, 1);
  const least = Math.min(...all, 0);
  const rounds = totals.length - 1;
  const x = (round: number) =>
    MARGIN.left + (round / rounds) * (WIDTH - MARGIN.left - MARGIN.right);
  const y = (total: number) =>
    MARGIN.top + ((most - total) / (most - least)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const ends = totals.at(-1) ?? [];
  const names = spread(ends.map(y), LINE_OF_NAMES, HEIGHT - MARGIN.bottom);
  return svg`
    ${markedTotals(least, most).map((total) =>
      svg`
        <line class="grid" x1=${MARGIN.left} x2=${WIDTH - MARGIN.right} y1=${y(total)} y2=${y(
          total,
        )} />
        <text class="axis" x=${MARGIN.left - 4} y=${y(total) + 3} text-anchor="end">${formatNumber(
          total,
        )}</text>
      `
    )}
    <text class="axis" x=${x(0)} y=${HEIGHT - 4}>0</text>
    <text class="axis" x=${x(rounds)} y=${HEIGHT - 4} text-anchor="end">${t("round {n}", {
      n: rounds,
    })}</text>
    ${view.players.map((_, player) =>
      svg`
        <polyline class="line line-${player}" points=${totals.map((row, round) =>
          `${x(round).toFixed(1)},${y(row[player] ?? 0).toFixed(1)}`
        )
          .join(" ")} />
        <circle class="end line-${player}" r="3" cx=${x(rounds)} cy=${y(ends[player] ?? 0)} />
        <text class="name" x=${x(rounds) + 7} y=${(names[player] ?? 0) + 4}>${ownName(
          view,
          player,
        )}</text>
      `
    )}
  `;
}

function totalsTable(view: View, totals: number[][]): TemplateResult {
  return html`
    <div class="scroller" tabindex="0" role="group" aria-label="${t("Totals after each round")}">
      <table class="totals">
        <thead>
          <tr>
            <th scope="col">${t("Round")}</th>
            ${view.players.map((_, player) => html`<th scope="col">${ownName(view, player)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${totals.slice(1).map((row, round) =>
            html`
              <tr>
                <th scope="row">${round + 1}</th>
                ${row.map((total) => html`<td>${formatNumber(total)}</td>`)}
              </tr>
            `
          )}
        </tbody>
      </table>
    </div>
  `;
}

/** The graph of the totals with the table that says the same; nothing for a single round. */
export function totalsGraph(view: View): TemplateResult | typeof nothing {
  const totals = totalsByRound(view);
  if (totals.length < 3) return nothing;
  return html`
    <figure class="totals-graph">
      <figcaption>${t("Totals after each round")}</figcaption>
      <svg
        viewBox="0 0 ${WIDTH} ${HEIGHT}"
        role="img"
        aria-label="${t("A line for each player; the table below holds the same numbers.")}"
      >${drawing(view, totals)}</svg>
      <details>
        <summary>${t("As a table")}</summary>
        ${totalsTable(view, totals)}
      </details>
    </figure>
  `;
}
