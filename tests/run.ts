/** Checks the tree, builds it, runs the tests, and says in its last line how many passed and failed. */
const checks = [
  ["fmt", "--check", "--quiet"],
  ["lint", "--quiet"],
  ["check", "--quiet", "."],
  ["run", "-P=build", "--no-prompt", "--quiet", "islands/build.ts"],
];
const withoutBrowser = Deno.args.includes("--no-browser") ? ["--ignore=tests/browser"] : [];

let failed = 0;
for (const check of checks) failed += (await deno(check)).success ? 0 : 1;
const tests = await deno(["test", "-A", "--parallel", "--quiet", ...withoutBrowser, "tests/"]);
const [, passed, broken] = /(\d+) passed.*\| (\d+) failed/.exec(tests.output) ?? [];
// A run that died before it could count has failed, whatever it had passed.
failed += Number(broken ?? 0) || (tests.success ? 0 : 1);
console.log(`\n${passed ?? 0} passed, ${failed} failed`);
Deno.exit(failed > 0 ? 1 : 0);

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
