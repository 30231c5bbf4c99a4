/**
 * Checks the tree, builds it, runs the tests, and counts in its last line how many passed and failed.
 *
 * A file of `tests/browser` that failed is run once more alone, as Playwright's retries do it, and the last lines name
 * the tests that needed it. Every other failure is final.
 */
import { shareBrowser } from "./support/browser.ts";
import { shareRedis } from "./support/redis.ts";

const checks = [
  ["fmt", "--check", "--quiet"],
  ["lint", "--quiet"],
  ["check", "--quiet", "."],
  ["run", "-A", "npm:dependency-cruiser@18.7.2/depcruise", "server", "db", "routes", "islands"],
  ["run", "-A", "tests/tools/spec.ts", "--check"],
  ["run", "-P=build", "--no-prompt", "--quiet", "islands/runtime/build.ts"],
];

interface Tests {
  passed: number;
  failed: number;
  /** The tests that failed, each with its file. */
  failures: { title: string; file: string }[];
}

/** Twice as many jobs as cores, since many tests wait rather than work. */
const jobs = String(navigator.hardwareConcurrency * 2);

/** Longer than any test waits for anything, in milliseconds: a run that has printed nothing for so long hangs. */
const silence = 5 * 60_000;

let failedChecks = 0;
for (const check of checks) failedChecks += (await deno(check)).success ? 0 : 1;
const { passed, failed } = await (Deno.args.includes("--quick") ? testQuickly() : testAll());
console.log(`\n${passed} passed, ${failedChecks + failed} failed`);
Deno.exit(failedChecks + failed > 0 ? 1 : 0);

/** Without the tests that need Chromium, or processes of the service that are killed, stopped and started. */
function testQuickly(): Promise<Tests> {
  return test(["--parallel", "--ignore=tests/browser,tests/operations,tests/wide", "tests/"]);
}

/** Those with several instances run after the others: each file has five processes, for which windows would wait. */
async function testAll(): Promise<Tests> {
  const browser = await shareBrowser();
  const narrow = await retryBrowser(await test(["--parallel", "--ignore=tests/wide", "tests/"], browser.env));
  await browser.close();
  const wide = await test(["--parallel", "tests/wide"], await shareRedis());
  return {
    passed: narrow.passed + wide.passed,
    failed: narrow.failed + wide.failed,
    failures: [...narrow.failures, ...wide.failures],
  };
}

async function retryBrowser({ passed, failed, failures }: Tests): Promise<Tests> {
  const retried: string[] = [];
  for (const file of new Set(failures.map(({ file }) => file).filter((file) => file.startsWith("tests/browser/")))) {
    if ((await test([file])).failed > 0) continue;
    retried.push(...failures.filter((failure) => failure.file === file).map(({ title }) => `${file}: ${title}`));
  }
  if (retried.length > 0) console.log(`\nPassed at the second try:\n${retried.join("\n")}`);
  return { passed: passed + retried.length, failed: failed - retried.length, failures };
}

async function test(args: string[], env: Record<string, string> = {}): Promise<Tests> {
  // The types were checked; a thread that a test starts would wait for its module to be checked anew.
  const { success, output } = await deno(["test", "-A", "--no-check", "--quiet", ...args], env);
  const [, passed, failed] = /(\d+) passed.*\| (\d+) failed/.exec(output) ?? [];
  const failures = output.split("FAILURES")[1]?.matchAll(/^(.+) => \.\/(tests\/[\w/]+\.tsx?)\S*$/gm) ?? [];
  return {
    passed: Number(passed ?? 0),
    // A run that ended before it could count has failed, whatever it had passed.
    failed: Number(failed ?? 0) || (success ? 0 : 1),
    failures: [...failures].map(([, title, file]) => ({ title, file })),
  };
}

/**
 * Runs Deno with its output shown, and gives the output back without its colours. A run that hangs is interrupted, on
 * which Deno names the tests that had not ended.
 */
async function deno(args: string[], env: Record<string, string> = {}): Promise<{ success: boolean; output: string }> {
  console.log(`\n$ deno ${args.join(" ")}`);
  const child = new Deno.Command(Deno.execPath(), {
    args,
    env: { DENO_JOBS: jobs, NODE_ENV: "production", ...env },
    stdin: "null",
    stdout: "piped",
  }).spawn();
  const interrupt = () => child.kill("SIGINT");
  let hangs = setTimeout(interrupt, silence);
  let output = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    clearTimeout(hangs);
    hangs = setTimeout(interrupt, silence);
    await Deno.stdout.write(new TextEncoder().encode(text));
    output += text;
  }
  clearTimeout(hangs);
  const { success } = await child.status;
  // deno-lint-ignore no-control-regex -- the escape sequences of colours begin with one
  return { success, output: output.replace(/\x1b\[[0-9;]*m/g, "") };
}
