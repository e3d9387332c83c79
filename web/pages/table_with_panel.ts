/** The script of the pages with a panel beside the table: a lesson, or the replay of a round. */

import "../learn/learn.ts";
import "../replay/replay.ts";
