/**
 * Checks the tree, builds it, runs the tests, and says in its last line how many passed and failed. What failed beside
 * others is tried once more alone, since a machine that is busy can starve a browser; what then passes is named, for
 * whoever wants to know why it did not at once.
 */
const checks = [
  ["fmt", "--check", "--quiet"],
  ["lint", "--quiet"],
  ["check", "--quiet", "."],
  ["run", "-P=build", "--no-prompt", "--quiet", "islands/runtime/build.ts"],
];
const withoutBrowser = Deno.args.includes("--no-browser") ? ["--ignore=tests/browser"] : [];
/** So many files that fail are no accident. */
const mostAgain = 5;

let brokenChecks = 0;
for (const check of checks) brokenChecks += (await deno(check)).success ? 0 : 1;

const tests = await test(["--parallel", ...withoutBrowser, "tests/"]);
if (tests.files.length > 0 && tests.files.length <= mostAgain) {
  const again = await test(tests.files);
  // In a file that is tried again everything is, and was counted before.
  if (again.success) {
    console.log(`\nFailed beside others, passed alone:\n${tests.names.join("\n")}`);
    tests.passed += tests.failed;
  }
  tests.failed = again.success ? 0 : Math.max(again.failed, 1);
}
const failed = brokenChecks + tests.failed;
console.log(`\n${tests.passed} passed, ${failed} failed`);
Deno.exit(failed > 0 ? 1 : 0);

interface Tests {
  success: boolean;
  passed: number;
  failed: number;
  /** The tests that failed, and the files they are in. */
  names: string[];
  files: string[];
}

async function test(args: string[]): Promise<Tests> {
  // The types were checked; a thread that a test starts would wait for its module to be checked anew.
  const { success, output } = await deno(["test", "-A", "--no-check", "--quiet", ...args]);
  const [, passed, failed] = /(\d+) passed.*\| (\d+) failed/.exec(output) ?? [];
  const names = [...new Set(output.split("FAILURES")[1]?.match(/^.+ => \.\/tests\/\S+/gm))];
  const files = [...new Set(names.map((name) => /tests\/[\w/]+\.tsx?/.exec(name)![0]))];
  // A run that died before it could count has failed, whatever it had passed.
  return { success, passed: Number(passed ?? 0), failed: Number(failed ?? 0) || (success ? 0 : 1), names, files };
}

/** Runs Deno with its output shown, and gives the output back without its colours. */
async function deno(args: string[]): Promise<{ success: boolean; output: string }> {
  console.log(`\n$ deno ${args.join(" ")}`);
  const env = { DENO_JOBS: "2", NODE_ENV: "production" };
  const child = new Deno.Command(Deno.execPath(), { args, env, stdin: "null", stdout: "piped" }).spawn();
  let output = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    await Deno.stdout.write(new TextEncoder().encode(text));
    output += text;
  }
  const { success } = await child.status;
  // deno-lint-ignore no-control-regex -- the escape sequences of colours begin with one
  return { success, output: output.replace(/\x1b\[[0-9;]*m/g, "") };
}
