/** The script of the pages with a panel beside the table: a lesson, a replay, or a variation. */

import "../storage/stand_in.ts"; // before all that reads a storage
import "../learn/learn.ts";
import "../replay/replay.ts";
import "../replay/variation.ts";
