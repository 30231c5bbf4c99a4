import { dirname } from "node:path";
import { fileOf } from "../../db/engine/database_file.ts";
import { type Db, openDb } from "../../db/engine/client.ts";
import { migrate } from "../../db/engine/migrate.ts";
import { big, seedCrowd } from "../../db/seed/crowd.ts";
import { countUsers, emailOf, seedDemo, usernames } from "../../db/seed/mod.ts";
import { openPasswords } from "../auth/passwords.ts";
import { type Config, readConfig } from "../settings/settings.ts";
import { hasLocalName } from "../http/address.ts";
import { CommandError, runCommand } from "./command.ts";

const options = ["--big", "--force", "--demo"];
const usage = `Usage: deno task seed ${options.map((option) => `[${option}]`).join(" ")}`;
/** The password of every demo account, which is public. */
const password = "chapter-and-verse-1";

if (import.meta.main) await runCommand(() => seed(Deno.args));

async function seed(args: string[]): Promise<string[]> {
  if (args.some((arg) => !options.includes(arg))) throw new CommandError(usage);
  const config = readConfig();
  if (!args.includes("--demo")) refuseForOthers(config);
  const { databaseUrl: url, databaseAuthToken: authToken, publicUrl } = config;
  const file = fileOf(url);
  if (file) await Deno.mkdir(dirname(file), { recursive: true });
  const db = await openDb({ url, authToken });
  try {
    await migrate(db);
    const users = await countUsers(db);
    if (users > 0 && !args.includes("--force")) {
      throw new CommandError(`This database has users (${users}): --force adds the demo to them.`);
    }
    await fill(db, { withCrowd: args.includes("--big") });
  } finally {
    await db.close();
  }
  return [
    `Log in at ${publicUrl}/login with the password ${password} as any of:`,
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
  await seedDemo(db, { passwordHash, now });
  if (!withCrowd) return;
  await seedCrowd(db, big, {
    passwordHash,
    now,
    onStep: (table, rows) => console.log(`${rows.toLocaleString("en")} ${table} …`),
  });
}
