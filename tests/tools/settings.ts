/** `deno task settings`: writes the README's table of settings from `server/settings/settings.ts`. */
import { documentedSettings } from "../../server/settings/settings.ts";

const readme = new URL("../../README.md", import.meta.url);
const table = /^\| name +\| default +\| what +\|\n(?:\|.*\n)+/m;

/** The table in Markdown, its columns not aligned yet. */
export function settingsTable(): string {
  const code = (text: string) => text ? `\`${text}\`` : "none";
  const rows = documentedSettings().map(({ name, default: value, about }) =>
    `| \`${name}\` | ${code(value)} | ${about} |`
  );
  return ["| name | default | what |", "| --- | --- | --- |", ...rows, ""].join("\n");
}

/** The README's table with its columns no longer aligned, to be compared. */
export async function readmeTable(): Promise<string> {
  const [found] = table.exec(await Deno.readTextFile(readme)) ?? [""];
  return found.replace(/ +\|/g, " |").replace(/-{3,}/g, "---");
}

if (import.meta.main) {
  const text = await Deno.readTextFile(readme);
  await Deno.writeTextFile(readme, text.replace(table, settingsTable().replaceAll("$", "$$$$")));
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", readme.pathname] }).output();
}
