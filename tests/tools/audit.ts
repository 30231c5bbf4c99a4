/**
 * What the running product is made of: every package with its version and licence, and the vulnerabilities that are
 * known in them. It ends with 1 where a licence is none of those below or a vulnerability is known, and with 2 where
 * nobody could be asked.
 *
 *     deno task audit
 */
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);
/** What is run, by the service, the operator and the browser. What only builds and tests is no part of the product. */
const programs = [
  "server/main.ts",
  "server/operations/commands.ts",
  "server/operations/worker.ts",
  "islands/runtime/client.ts",
];
const licences = [
  "MIT",
  "MIT-0",
  "ISC",
  "0BSD",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "PSF-2.0",
];
/** Libraries that stand as files of their own, unchanged, and can be replaced by others. */
const exceptions: [name: RegExp, licence: string][] = [
  [/^@img\/sharp-libvips-/, "LGPL-3.0-or-later"],
  [/^web-push$/, "MPL-2.0"],
];

interface Package {
  name: string;
  version: string;
  licence: string;
}

const packages = await listPackages();
for (const { name, version, licence } of packages) console.log(name.padEnd(40), version.padEnd(12), licence);
const refused = packages.filter((one) => !isAllowed(one));
for (const { name, licence } of refused) {
  console.error(`${name}: the licence ${licence} is not among ${licences.join(", ")}`);
}
console.log(`${packages.length} packages, ${refused.length} under another licence than is allowed`);

const vulnerabilities = await listVulnerabilities();
if (!vulnerabilities) {
  console.error("Known vulnerabilities: the registry that lists them could not be reached");
  Deno.exit(refused.length > 0 ? 1 : 2);
}
const { ours = [], ofTools = [] } = Object.groupBy(
  vulnerabilities,
  ({ name }) => packages.some((one) => one.name === name) ? "ours" : "ofTools",
);
for (const { text } of ours) console.error(text);
for (const { text } of ofTools) console.log(`${text} (of a tool, not of the product)`);
console.log(`${ours.length} known vulnerabilities in the product, ${ofTools.length} in tools`);
Deno.exit(refused.length + ours.length > 0 ? 1 : 0);

/** Every package that the programs load, and what those need in turn, as far as they are installed here. */
async function listPackages(): Promise<Package[]> {
  const entry = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(entry, programs.map((program) => `import "${root}${program}";\n`).join(""));
  const { out } = await deno("info", "--json", "--node-modules-dir=auto", "--config=deno.json", entry);
  await Deno.remove(entry);
  const { npmPackages, modules }: Info = JSON.parse(out);
  const found = new Map<string, Package>();
  const add = async (id: string) => {
    const { name, version, dependencies, localPath } = npmPackages[id];
    const key = `${name}@${version}`;
    if (found.has(key)) return;
    // Native parts for other machines are in nobody's way.
    const text = await Deno.readTextFile(`${localPath}/package.json`).catch(() => undefined);
    if (!text) return;
    found.set(key, { name, version, licence: licenceOf(JSON.parse(text)) });
    for (const dependency of dependencies) await add(dependency);
  };
  for (const { npmPackage } of modules) if (npmPackage) await add(npmPackage);
  return [...found.values()].sort((a, b) => `${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1);
}

/** What `deno info` tells, as far as it matters here. */
interface Info {
  modules: { npmPackage?: string }[];
  npmPackages: Record<string, { name: string; version: string; dependencies: string[]; localPath: string }>;
}

/** Of the ways there are to say it, old and new. */
function licenceOf({ license, licenses }: { license?: string | { type: string }; licenses?: { type: string }[] }) {
  if (typeof license === "string") return license;
  return license?.type ?? licenses?.map(({ type }) => type).join(" AND ") ?? "unknown";
}

/** Of several that one may choose from, one is enough; of several that hold together, each must be allowed. */
function isAllowed({ name, licence }: Package): boolean {
  const isOne = (one: string) =>
    licences.includes(one) || exceptions.some(([names, allowed]) => names.test(name) && one === allowed);
  return licence.replace(/[()]/g, "").split(" OR ").some((choice) => choice.split(" AND ").every(isOne));
}

/** What is known, or nothing where nobody could be asked. */
async function listVulnerabilities(): Promise<{ name: string; text: string }[] | undefined> {
  const { success, out } = await deno("audit");
  if (!success && !/^Found \d+ vulnerabilit/m.test(out)) return undefined;
  return out.split("╭ ").slice(1).map((block) => {
    const field = (label: string) => new RegExp(`${label}:\\s*(.*)`).exec(block)?.[1] ?? "";
    const [title] = block.split("\n");
    const [name, versions, severity] = [field("Package"), field("Vulnerable"), field("Severity")];
    return { name, text: `${name} ${versions}: ${title} [${severity}] ${field("Info")}` };
  });
}

async function deno(...args: string[]): Promise<{ success: boolean; out: string }> {
  const command = new Deno.Command(Deno.execPath(), {
    args,
    cwd: fileURLToPath(root),
    env: { NO_COLOR: "1" },
    stdin: "null",
    stderr: "null",
  });
  const { success, stdout } = await command.output();
  return { success, out: new TextDecoder().decode(stdout) };
}
