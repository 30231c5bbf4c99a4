/** Checks the tree, builds it, runs the tests, and counts in its last line how many passed and failed. */
import { fileURLToPath } from "node:url";
import { findShell } from "./support/browser.ts";
import { shareRedis } from "./support/servers/redis.ts";

const build = ["run", "-P=build", "--no-prompt", "--quiet", "islands/runtime/build.ts"];
const checks = [
  ["check", "--quiet", "."],
  ["fmt", "--check", "--quiet"],
  ["lint", "--quiet"],
  ["run", "-A", "npm:dependency-cruiser@18.7.2/depcruise", "server", "db", "routes", "islands"],
];

interface Tests {
  passed: number;
  failed: number;
  /** What Deno says of those that failed: their names and errors. */
  errors: string;
}

const folder = fileURLToPath(new URL(".", import.meta.url));

/**
 * In how many modules the files of each kind are tested. They begin in this order: those that wait most first, and the
 * quick ones last, which end together. Each wide file is a module, as several instances run as long as it does.
 */
const modulesOf = { browser: 3, operations: 1, wide: Infinity, security: 2, quick: 6 };
type Kind = keyof typeof modulesOf;

/** Modules at once: most tests wait rather than work. On two cores eight are no faster than six. */
const jobs = 6;

/** Longer than any test waits for anything, in milliseconds: a run that has printed nothing for so long hangs. */
const silence = 5 * 60_000;

/** Without the tests that need Chromium or processes of the service, and those that ask for everything as everybody. */
const isQuick = Deno.args.includes("--quick");

// The types take longest: the tests need not wait for them, only for what is built.
const checking = runChecks();
const isBuilt = (await deno(build)).success;
const { passed, failed, errors } = await (isQuick ? testTogether(["quick"]) : testAll());
const failedChecks = [...await checking, ...isBuilt ? [] : [build.join(" ")]];
const failures = failedChecks.length + failed;
// Said once more, for a log is often read, or kept, from its end.
for (const check of failedChecks) console.log(`\nFailed: deno ${check}`);
console.log(`\n${errors}${passed} passed, ${failures} failed`);
Deno.exit(failures > 0 ? 1 : 0);

/** @returns those that fail */
async function runChecks(): Promise<string[]> {
  const done = await Promise.all(
    checks.map(async (check) => ({ check, ...await deno(check, {}, { isStreamed: false }) })),
  );
  return done.filter(({ success }) => !success).map(({ check }) => check.join(" "));
}

async function testAll(): Promise<Tests> {
  // What has to be installed is, before several modules need it at once.
  await findShell();
  return await testTogether(Object.keys(modulesOf) as Kind[], await shareRedis());
}

/**
 * Runs the files of each kind in a few modules that import them: loading the product takes longer than the tests of
 * most files, and each module loads it once.
 */
async function testTogether(wanted: Kind[], env: Record<string, string> = {}): Promise<Tests> {
  const modules = await Deno.makeTempDir({ prefix: "chapterhouse-" });
  for (const kind of wanted) {
    const files = filesOf(kind);
    const imports = Object.groupBy(files, (file) => files.indexOf(file) % modulesOf[kind]);
    for (const [number, files] of Object.entries(imports)) {
      const name = `${modules}/${wanted.indexOf(kind)}_${kind}_${number}_test.ts`;
      await Deno.writeTextFile(name, files!.map((file) => `import "file://${file}";\n`).join(""));
    }
  }
  const tests = await test(["--config", "deno.json", modules], jobs, env);
  await Deno.remove(modules, { recursive: true });
  return tests;
}

function filesOf(kind: Kind): string[] {
  if (kind !== "quick") return below(kind);
  const others = new Set(Object.keys(modulesOf).filter((name) => name !== kind).flatMap(below));
  return below("").filter((file) => !others.has(file));
}

/** The test files in and below a folder of this one. */
function below(under: string): string[] {
  return [...Deno.readDirSync(folder + under)].flatMap(({ name, isDirectory }) => {
    const path = under ? `${under}/${name}` : name;
    return isDirectory ? below(path) : /_test\.tsx?$/.test(name) ? [folder + path] : [];
  }).sort();
}

async function test(args: string[], jobs: number, env: Record<string, string> = {}): Promise<Tests> {
  // The types are checked apart; a thread that a test starts would wait for its module to be checked anew.
  const { success, output } = await deno(["test", "-A", "--no-check", "--quiet", "--parallel", ...args], {
    DENO_JOBS: String(jobs),
    ...env,
  });
  const [, passed, failed] = /(\d+) passed.*\| (\d+) failed/.exec(output) ?? [];
  return {
    passed: Number(passed ?? 0),
    // A run that ended before it could count has failed, whatever it had passed.
    failed: Number(failed ?? 0) || (success ? 0 : 1),
    errors: /^ ERRORS $[^]*/m.exec(output)?.[0] ?? "",
  };
}

/**
 * Runs Deno with its output shown, while it runs or in one piece at the end, and gives the output back without its
 * colours. Tests that hang are interrupted, on which Deno names those that had not ended.
 */
async function deno(
  args: string[],
  env: Record<string, string> = {},
  { isStreamed = true } = {},
): Promise<{ success: boolean; output: string }> {
  const command = `\n$ deno ${args.join(" ")}`;
  if (isStreamed) console.log(command);
  const child = new Deno.Command(Deno.execPath(), {
    args,
    env: { NODE_ENV: "production", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: isStreamed ? "inherit" : "piped",
  }).spawn();
  const complaints = isStreamed ? "" : new Response(child.stderr).text();
  // A check may be silent until its end, and beside the tests that is long.
  const watch = () => setTimeout(() => child.kill("SIGINT"), isStreamed ? silence : 4 * silence);
  let hangs = watch();
  let output = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    clearTimeout(hangs);
    hangs = watch();
    if (isStreamed) await Deno.stdout.write(new TextEncoder().encode(text));
    output += text;
  }
  if (!isStreamed) console.log(`${command}\n${output}${await complaints}`);
  clearTimeout(hangs);
  const { success } = await child.status;
  // deno-lint-ignore no-control-regex -- the escape sequences of colours begin with one
  return { success, output: output.replace(/\x1b\[[0-9;]*m/g, "") };
}
