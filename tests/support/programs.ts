/** Where the programs are that the tests start. */

/** The first of some paths that is a file. */
export async function firstFile(paths: string[]): Promise<string | undefined> {
  for (const path of paths) {
    if (path && (await Deno.stat(path).catch(() => undefined))?.isFile) return path;
  }
}

/** Where a program may be on the `PATH`. */
export const onPath = (name: string): string[] =>
  (Deno.env.get("PATH") ?? "").split(":").map((folder) => `${folder}/${name}`);
