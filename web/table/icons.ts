/** Signs that stand on a button and in the legend. */

import { html } from "lit-html";

/** The sign of the button that shows the tricks so far. */
export const TRICKS_ICON = html`
  <svg viewBox="0 0 16 16" aria-hidden="true">
    <path d="M3 2h7v10H3Z" />
    <path d="M6 4h7v10H6" />
  </svg>
`;
