/** `deno task settings`: writes the tables of settings in `server/README.md` from `server/settings/settings.ts`. */
import { documentedSettings } from "../../server/settings/settings.ts";

const readme = new URL("../../server/README.md", import.meta.url);
const between = /(?<=<!-- settings -->\n)[^]*(?=\n<!-- end of settings -->)/;

/** The tables in Markdown, their columns not aligned yet. */
export function settingsTables(): string {
  const code = (text: string) => text ? `\`${text}\`` : "none";
  return documentedSettings().map(({ group, settings }) => {
    const rows = settings.map(({ name, default: value, about }) => `| \`${name}\` | ${code(value)} | ${about} |`);
    return [`### ${group}`, "", "| name | default | what |", "| --- | --- | --- |", ...rows, ""].join("\n");
  }).join("\n");
}

/** Those that stand there, with columns no longer aligned, to be compared. */
export async function writtenTables(): Promise<string> {
  const [found = ""] = between.exec(await Deno.readTextFile(readme)) ?? [];
  return found.replace(/ +\|/g, " |").replace(/-{4,}/g, "---").trim();
}

if (import.meta.main) {
  const text = await Deno.readTextFile(readme);
  await Deno.writeTextFile(readme, text.replace(between, `\n${settingsTables().replaceAll("$", "$$$$")}`));
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", readme.pathname] }).output();
}
