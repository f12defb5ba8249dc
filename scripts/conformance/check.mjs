// Holds the results of the conformance suite to what is recorded: a check that fails must be in inapplicable.json, by its
// scenario or by scenario/check, and everything there must fail; the checks that pass must be those of passes.txt.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const results = process.argv[2];
const inapplicable = JSON.parse(readFileSync(join(here, "inapplicable.json"), "utf8"));
const reasons = new Map(Object.entries(inapplicable).flatMap(([reason, what]) => what.map((w) => [w, reason])));

const problems = [];
const passes = new Set();
const used = new Set();
for (const revision of readdirSync(results).sort()) {
  for (const run of readdirSync(join(results, revision)).sort()) {
    const scenario = run.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, "");
    for (const check of JSON.parse(readFileSync(join(results, revision, run, "checks.json"), "utf8"))) {
      const name = `${scenario}/${check.id}`;
      if (check.status === "SUCCESS") {
        passes.add(`${revision} ${name}`);
      } else if (check.status === "FAILURE") {
        const known = [scenario, name].filter((w) => reasons.has(w));
        known.forEach((w) => used.add(w));
        if (known.length === 0) problems.push(`${revision} ${name} fails: ${check.errorMessage}`);
      }
    }
  }
}
for (const w of reasons.keys()) {
  if (!used.has(w)) problems.push(`${w} is said to be inapplicable, and does not fail: take it out of inapplicable.json`);
}

const file = join(here, "passes.txt");
const got = [...passes].sort().join("\n") + "\n";
if (process.env.SUTURA_UPDATE) writeFileSync(file, got);
const want = readFileSync(file, "utf8");
if (got !== want) {
  const [a, b] = [new Set(want.trim().split("\n")), new Set(got.trim().split("\n"))];
  for (const line of a) if (!b.has(line)) problems.push(`${line} does not pass any more`);
  for (const line of b) if (!a.has(line)) problems.push(`${line} passes, which is not recorded: SUTURA_UPDATE=1 records it`);
}
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
console.log(`conformance: ${passes.size} checks pass; ${reasons.size} scenarios and checks are inapplicable, each with its reason`);
