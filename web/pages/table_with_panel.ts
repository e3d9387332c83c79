/** The script of the pages with a panel beside the table: a lesson, a replay, a variation,
 * or the deal of the day. */

import "../storage/stand_in.ts"; // before all that reads a storage
import "../learn/learn.ts";
import "../replay/replay.ts";
import "../replay/daily.ts";
import "../replay/variation.ts";
