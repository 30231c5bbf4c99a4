import assert from "node:assert/strict";
import { eq, sql } from "drizzle-orm";
import { conflict, type Db, libsqlError, openDb, type Statement } from "../../../db/engine/client.ts";
import { sessions, users } from "../../../db/schema.ts";
import { insertUser } from "../../../db/account/accounts.ts";
import { person } from "../../support/people.ts";
import { test } from "../../support/db.ts";

const usernames = async (db: Db) => (await db.q.select().from(users)).map(({ username }) => username).sort();

test.empty("the embedded database reads and writes with a write-ahead log, full synchronisation and foreign keys", async ({ db }) => {
  const wanted = { journal_mode: "wal", synchronous: 2, foreign_keys: 1 };
  const settings = sql`select * from pragma_journal_mode, pragma_synchronous, pragma_foreign_keys`;
  assert.deepEqual({ ...await db.q.get<object>(settings) }, wanted);
  assert.deepEqual({ ...(await db.write([db.q.get<object>(settings)]))[0] }, wanted);
});

test.empty("two hundred writes that arrive together share one commit, and those that arrive during a commit the next one", async ({ db }) => {
  const before = db.commits();
  await Promise.all(Array.from({ length: 200 }, (_, n) => db.write([insertUser(db, person(`ada${n}`))])));
  assert.equal(db.commits() - before, 1);
  assert.equal((await usernames(db)).length, 200);
  const first = db.write([insertUser(db, person("ada"))]);
  const later = first.then(() =>
    Promise.all(["grace", "mallory"].map((name) => db.write([insertUser(db, person(name))])))
  );
  await later;
  assert.equal(db.commits() - before, 3);
});

test.empty("each write gets its own results, in the order of its statements", async ({ db }) => {
  const write = (name: string) =>
    db.write([
      db.q.insert(users).values(person(name)).returning({ id: users.id }),
      db.q.select({ username: users.username }).from(users).where(eq(users.id, name)),
      db.q.update(users).set({ bio: name }).where(eq(users.id, "nobody")).returning({ id: users.id }),
    ]);
  const [ada, grace] = await Promise.all([write("ada"), write("grace")]);
  assert.deepEqual(ada, [[{ id: "ada" }], [{ username: "ada" }], []]);
  assert.deepEqual(grace, [[{ id: "grace" }], [{ username: "grace" }], []]);
});

test.empty("a write that violates a constraint, has an error or a value that cannot be stored fails alone, and the others of its commit are stored", async ({ db }) => {
  await db.write([insertUser(db, person("ada"))]);
  const failing: [Statement, ...Statement[]][] = [
    [insertUser(db, person("ada", { id: "other", email: "other@example.org" }))],
    [db.q.insert(sessions).values({ hash: "h", userId: "nobody", createdAt: 1, expiresAt: 2 })],
    [db.q.run(sql`update users set username = null where id = 'grace'`)],
    [db.q.run(sql`insert into nowhere values (1)`)],
    [insertUser(db, person("eve")), db.q.run(sql`update users set created_at = ${NaN}`)],
  ];
  const writes = [[insertUser(db, person("grace"))], ...failing, [insertUser(db, person("mallory"))]];
  const results = await Promise.allSettled(writes.map((write) => db.write(write as [Statement, ...Statement[]])));
  assert.deepEqual(results.map(({ status }) => status), ["fulfilled", ...Array(5).fill("rejected"), "fulfilled"]);
  assert.deepEqual(await usernames(db), ["ada", "grace", "mallory"]);
});

test.empty("a write is stored completely or not at all", async ({ db }) => {
  await db.write([insertUser(db, person("ada"))]);
  const statements: [Statement, ...Statement[]] = [
    insertUser(db, person("grace")),
    db.q.update(users).set({ bio: "changed" }).where(eq(users.id, "ada")),
    insertUser(db, person("mallory", { username: "grace" })),
  ];
  await assert.rejects(db.write(statements));
  assert.deepEqual(await usernames(db), ["ada"]);
  assert.equal((await db.q.select().from(users).get())?.bio, null);
});

test.empty("of many registrations of one username at once one succeeds", async ({ db }) => {
  const asking = Array.from({ length: 20 }, (_, n) => person(`ada${n}`, { username: "ada" }));
  const results = await Promise.allSettled(asking.map((one) => db.write([insertUser(db, one)])));
  assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
  assert.deepEqual(await usernames(db), ["ada"]);
});

test.empty("a conflict names the columns of the violated unique index, and nothing for other errors", async ({ db }) => {
  await db.write([insertUser(db, person("ada"))]);
  const failure = (more: object) =>
    db.write([insertUser(db, person("grace", more))]).then(() => assert.fail("it was stored"), (error) => error);
  assert.equal(conflict(await failure({ email: "ada@example.org" })), "users.email");
  assert.equal(conflict(await failure({ username: "ada" })), "users.username");
  const foreign = db.q.insert(sessions).values({ hash: "h", userId: "nobody", createdAt: 1, expiresAt: 2 });
  const broken = await db.write([foreign]).catch((error) => error);
  assert.match(libsqlError(broken)!.code, /^SQLITE_CONSTRAINT/);
  assert.equal(conflict(broken), "");
  assert.equal(conflict(new Error("UNIQUE constraint failed: users.email")), "");
});

test.empty("closing, once or twice, waits for pending writes and leaves a single complete file", async (fresh) => {
  const file = `${fresh.file}.2`;
  await fresh.db.q.run(sql`vacuum into ${file}`);
  const db = await openDb({ url: `file:${file}` });
  const writing = Promise.all(["ada", "grace"].map((name) => db.write([insertUser(db, person(name))])));
  await Promise.all([db.close(), db.close()]);
  await writing;
  await Deno.remove(`${file}-wal`).catch(() => {});
  const again = await openDb({ url: `file:${file}` });
  assert.deepEqual(await usernames(again), ["ada", "grace"]);
  await again.close();
});
