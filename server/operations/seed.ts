/** `deno task seed`: a database to look at, or with `--big` one to measure. */
import { dirname } from "node:path";
import { fileOf } from "../../db/backup.ts";
import { type Db, openDb } from "../../db/client.ts";
import { migrate } from "../../db/migrate.ts";
import { big, seedCrowd } from "../../db/seed_bulk.ts";
import { countUsers, emailOf, seedDemo, usernames } from "../../db/seed.ts";
import { openPasswords } from "../auth/passwords.ts";
import { readConfig } from "../config.ts";
import { Refused, runCommand } from "./command.ts";

const usage = "Usage: deno task seed [--big] [--force]";
/** Everyone's. It is public: a service that others reach is not to be seeded. */
const password = "chapter-and-verse-1";

if (import.meta.main) await runCommand(() => seed(Deno.args));

/** Fills the database, and gives what to tell of it. */
async function seed(args: string[]): Promise<string[]> {
  const unknown = args.find((arg) => arg !== "--big" && arg !== "--force");
  if (unknown) throw new Refused(usage);
  const { databaseUrl: url, databaseAuthToken: authToken, publicUrl } = readConfig();
  const file = fileOf(url);
  if (file) await Deno.mkdir(dirname(file), { recursive: true });
  const db = await openDb({ url, authToken });
  try {
    await migrate(db);
    const users = await countUsers(db);
    if (users > 0 && !args.includes("--force")) {
      throw new Refused(`There are people in this database (${users}): --force puts the demo beside them.`);
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

async function fill(db: Db, { withCrowd }: { withCrowd: boolean }): Promise<void> {
  const passwordHash = await openPasswords().hash(password);
  const now = Date.now();
  await seedDemo(db, { passwordHash, now });
  if (!withCrowd) return;
  await seedCrowd(db, big, {
    ...{ passwordHash, now },
    onStep: (table, rows) => console.log(`${rows.toLocaleString("en")} ${table} …`),
  });
}
