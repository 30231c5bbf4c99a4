/** A service with the demo and a small crowd in its database, to be walked through. */
import { openDb } from "../../db/engine/client.ts";
import { migrate } from "../../db/engine/migrate.ts";
import { seedCrowd, small } from "../../db/seed/crowd.ts";
import { seedDemo } from "../../db/seed/mod.ts";
import { openPasswords } from "../../server/auth/passwords.ts";
import { startApp, type TestApp } from "./app.ts";
import { folder } from "./operate.ts";
import { password } from "./walk.ts";

/** Ada is its operator. Its public address names port 0, for which the walk makes its passkeys. */
export async function startDemo(env: Record<string, string> = {}): Promise<TestApp> {
  await using starting = new AsyncDisposableStack();
  const home = starting.use(await folder());
  const db = await openDb({ url: `file:${home.path}/test.db` });
  await migrate(db);
  const passwordHash = await openPasswords().hash(password);
  await seedDemo(db, { passwordHash, now: Date.now() });
  await seedCrowd(db, small, { passwordHash, now: Date.now(), onStep() {} });
  await db.close();
  const app = starting.use(
    await startApp({ folder: home.path, env: { OPERATORS: "ada@example.org", PORT: "0", ...env } }),
  );
  const disposal = starting.move();
  return { ...app, [Symbol.asyncDispose]: () => disposal.disposeAsync() };
}
