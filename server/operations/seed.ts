import { dirname } from "node:path";
import type { Db } from "../../db/engine/client.ts";
import { fileOf } from "../../db/engine/database_file.ts";
import { big, seedCrowd } from "../../db/seed/crowd.ts";
import { countUsers, emailOf, seedDemo, usernames } from "../../db/seed/mod.ts";
import { ensureFirstText } from "../actions/books/first_text.ts";
import { openPasswords } from "../auth/passwords.ts";
import { hasLocalName } from "../http/address.ts";
import { type Config, readConfig } from "../settings/settings.ts";
import { withForm } from "../writing/mod.ts";
import { CommandError, withDatabase } from "./command.ts";

const options = ["--big", "--force", "--demo"];
const usage = `Usage: deno task seed ${options.map((option) => `[${option}]`).join(" ")}`;
const password = "chapter-and-verse-1";

export const command = (args: string[]): Promise<string[]> => seed(args, readConfig());

/** @returns what is to be printed @throws CommandError for what is no option, or would add to what others use */
export async function seed(args: string[], config: Config): Promise<string[]> {
  if (args.some((arg) => !options.includes(arg))) throw new CommandError(usage);
  if (!args.includes("--demo")) refuseForOthers(config);
  const file = fileOf(config.databaseUrl);
  if (file) await Deno.mkdir(dirname(file), { recursive: true });
  await withDatabase(config, async (db) => {
    const users = await countUsers(db);
    if (users > 0 && !args.includes("--force")) {
      throw new CommandError(`This database has users (${users}): --force adds the demo to them.`);
    }
    await fill(db, { withCrowd: args.includes("--big") });
  });
  return [
    `Log in at ${config.publicUrl}/login with the password ${password} as any of:`,
    ...usernames.map((name) => `  ${emailOf(name)}`),
  ];
}

function refuseForOthers({ inImage, publicUrl }: Config): void {
  if (!inImage && hasLocalName(publicUrl)) return;
  const where = inImage ? "a container, which others may reach" : `${publicUrl}, which others may reach`;
  throw new CommandError(
    `This is ${where}, and the demo's password is public: anyone could log in as its people. ` +
      "--demo creates them all the same.",
  );
}

async function fill(db: Db, { withCrowd }: { withCrowd: boolean }): Promise<void> {
  const passwordHash = await openPasswords().hash(password);
  const now = Date.now();
  await seedDemo(db, { passwordHash, now, withForm, text: await ensureFirstText(db, now) });
  if (!withCrowd) return;
  await seedCrowd(db, big, {
    passwordHash,
    now,
    onStep: (table, rows) => console.log(`${rows.toLocaleString("en")} ${table} …`),
  });
}
