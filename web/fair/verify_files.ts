/// <reference lib="deno.ns" />
/**
 * Verifies many match files and prints one line of JSON for each; a test compares the output with
 * that of the Python implementation.
 *
 *     deno run --allow-read verify_files.ts MATCHES.json
 *
 * The file holds `rules` (by the text of an edition) and `matches`.
 */

import type { Rules } from "./replay.ts";
import { verifyMatch } from "./verification.ts";

interface Given {
  rules: Record<string, Rules>;
  matches: unknown[];
}

function verifyFile(content: unknown, rules: Given["rules"]): unknown {
  const edition = (content as { edition?: unknown } | null)?.edition;
  const known = typeof edition === "string" ? rules[edition] : undefined;
  if (known === undefined) return null;
  try {
    const report = verifyMatch(content, known);
    const rounds = report.rounds.map(({ round, contributions, wrong, unproven }) => ({
      round,
      contributions,
      wrong,
      unproven,
    }));
    return { rounds, wrong: report.wrong, unproven: report.unproven };
  } catch (problem) {
    if (problem instanceof Error && problem.message.endsWith("cannot be read")) return null;
    throw problem;
  }
}

if (import.meta.main) {
  const given = JSON.parse(Deno.readTextFileSync(Deno.args[0]!)) as Given;
  for (const content of given.matches) {
    console.log(JSON.stringify(verifyFile(content, given.rules)));
  }
}
