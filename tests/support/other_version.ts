/** Another version of the service, for what happens during an upgrade. */
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const copied = ["deno.json", "deno.lock", "db", "islands", "routes", "server", "static", "tests/deno.json"];

/** What the other version says on the offline page. */
export const changed = "Try once more";

export interface OtherVersion extends AsyncDisposable {
  /** Where it is built, for `TestProcess.start`. */
  folder: string;
}

/** Copies this version into a folder of its own, changes a text and a colour, and builds it. */
export async function buildOtherVersion(): Promise<OtherVersion> {
  const folder = await Deno.makeTempDir({ prefix: "chapterhouse-" });
  for (const path of copied) {
    cpSync(root + path, `${folder}/${path}`, { recursive: true, filter: (source) => !source.endsWith("/build") });
  }
  await Deno.mkdir(`${folder}/static/build`);
  await Deno.symlink(`${root}node_modules`, `${folder}/node_modules`);
  // Of scripts, and of pages.
  for await (const { name } of Deno.readDir(`${folder}/server/contract`)) {
    const texts = `${folder}/server/contract/${name}/texts.ts`;
    await change(texts, (text) => text.replaceAll("ry again", "ry once more"));
  }
  await change(`${folder}/static/css/base.css`, (text) => `${text}\n:root { --other-version: 1; }\n`);
  const build = new Deno.Command(Deno.execPath(), {
    args: ["run", "-P=build", "--no-prompt", "--quiet", "islands/runtime/build.ts"],
    cwd: folder,
  });
  const { success, stderr } = await build.output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return { folder, [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
}

const change = async (path: string, edit: (text: string) => string) =>
  await Deno.writeTextFile(path, edit(await Deno.readTextFile(path)));
