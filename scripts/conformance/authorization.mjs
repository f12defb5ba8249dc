// Holds that none of the suite's scenarios of authorization is for a server that is asked with tokens, which sutura is: each is
// in authorization.json with the reason why it does not apply. A new one is a problem until somebody has looked at it.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const reasons = Object.values(JSON.parse(readFileSync(join(here, "authorization.json"), "utf8"))).flat();
const known = (name) => reasons.find((r) => (r.endsWith("/") ? name.startsWith(r) : name === r));

const problems = [];
const used = new Set();
let servers = false;
for (const line of readFileSync(process.argv[2], "utf8").split("\n")) {
  if (/^\S.*scenarios/.test(line)) servers = line.startsWith("Server scenarios");
  const name = /^\s+- (\S+)/.exec(line)?.[1];
  if (!name || !/auth|token|scope/.test(name)) continue;
  const reason = known(name);
  if (reason) used.add(reason);
  if (servers || !reason) problems.push(`${name} is a scenario of authorization that nobody has looked at`);
}
for (const r of reasons) if (!used.has(r)) problems.push(`there is no ${r}: take it out of authorization.json`);
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
console.log("conformance: no scenario of authorization is for a server that is asked with tokens");
