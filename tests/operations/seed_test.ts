import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { personId, seedDemo } from "../../db/seed/mod.ts";
import { seedCrowd, small } from "../../db/seed/crowd.ts";
import { startSession } from "../../server/auth/sessions.ts";
import { startApp } from "../support/app.ts";
import { freshDb } from "../support/db.ts";
import { folder, namesIn, operate } from "../support/operate.ts";

const now = Date.parse("2030-05-01T12:00:00Z");

Deno.test("A demo user logs in with the printed password, and finds groups, messages, books, notes and friends", async () => {
  await using home = await folder();
  const { code, out, err } = await operate(`${home.path}/test.db`, ["seed"]);
  assert.deepEqual([code, err], [0, ""]);
  const [, password] = /with the password (\S+) as any of:\n {2}ada@example\.org\n/.exec(out)!;
  await using app = await startApp({ folder: home.path });
  const { body: ada } = await app.call("POST", "/auth/login", null, { email: "ada@example.org", password });
  const { body: { groups } } = await app.call("GET", "/groups", ada);
  assert.ok(groups.length >= 2);
  const { body: { messages } } = await app.call("GET", "/groups/demo-algebra/messages", ada);
  assert.deepEqual(messages.map(({ seq }: { seq: number }) => seq), messages.map((_: unknown, at: number) => at + 1));
  const { body: { books } } = await app.call("GET", "/books/groups/demo-algebra/books", ada);
  const [progress] = books.find(({ isbn }: { isbn: string }) => isbn === "9783319110790").progress;
  assert.deepEqual([progress.currentPage, progress.progress], [148, 44]);
  const { body: note } = await app.call("GET", `/books/${progress.bookId}/notes/148`, ada);
  assert.match(note.content, /diagonal/);
  assert.equal((await app.call("GET", "/friends/friends", ada)).body.friends.length, 3);
  assert.equal((await app.call("GET", "/friends/friend-requests", ada)).body.friendRequests.length, 2);
  assert.equal((await app.call("POST", "/groups/demo-algebra/messages", ada, { content: "Hello" })).status, 201);
});

Deno.test("The demo's gothic readers read together: a plan, a copy in minutes, and what is further on than Ada is veiled", async () => {
  await using app = await startApp({ clock: () => now });
  const { db } = app.deps;
  await seedDemo(db, { passwordHash: "", now });
  const ada = { token: await startSession(app.deps, personId("ada")) };
  const here = "/books/demo-gothic-book-1";
  const read = async (path: string) => (await app.call("GET", path, ada)).body;
  const { plan, perDay } = await read(`${here}/plan`);
  assert.ok(plan.startsAt && perDay > 0);
  const { readers } = await read(`${here}/readers`);
  assert.deepEqual(readers.map(({ page }: { page: number }) => page).sort(), [140, 201, 88].sort());
  const { notes, ahead } = await read(`${here}/notes`);
  assert.deepEqual([notes.length, notes[0].answers.length, ahead], [1, 1, 1]);
  const { questions: [question] } = await read(`${here}/questions`);
  assert.deepEqual([question.answered, question.mine], [2, null]);
  assert.equal((await read(`${here}/chapters`)).length, 4);
  const { messages } = await read("/groups/demo-gothic/messages");
  const tied = messages.filter(({ anchor }: { anchor: unknown }) => anchor);
  assert.deepEqual(
    tied.map(({ content, veiled }: { content: string; veiled?: boolean }) => [content !== "", !!veiled]),
    [
      [true, false],
      [false, true],
    ],
  );
});

Deno.test("A database with users is seeded with --force only, which changes nothing that is there", async () => {
  await using home = await folder();
  const file = `${home.path}/test.db`;
  {
    await using app = await startApp({ folder: home.path });
    await app.person("Edsger");
  }
  const refused = await operate(file, ["seed"]);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /^This database has users \(1\): --force [^\n]*\n$/);
  for (let i = 0; i < 2; i++) assert.equal((await operate(file, ["seed", "--force"])).code, 0);
  const usage = await operate(file, ["seed", "--huge"]);
  assert.deepEqual([usage.code, usage.err], [1, "Usage: deno task seed [--big] [--force] [--demo]\n"]);
  await using app = await startApp({ folder: home.path });
  const [{ users, messages }] = await app.deps.db.q.all<{ users: number; messages: number }>(
    sql`SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM messages WHERE group_id = 'demo-gothic') AS messages`,
  );
  assert.deepEqual([users, messages], [13, 9]);
});

// spec: trust.24
Deno.test("In the container, or at a public address, demo accounts with a public password need --demo", async () => {
  await using home = await folder();
  const file = `${home.path}/test.db`;
  const dockerfile = await Deno.readTextFile(new URL("../../Dockerfile", import.meta.url));
  const [, name, value] = /^ {4}(CHAPTERHOUSE_IMAGE)=(\S+)/m.exec(dockerfile)!;
  for (const env of [{ [name]: value }, { PUBLIC_URL: "https://study.example" }]) {
    for (const options of [[], ["--force"]]) {
      const { code, out, err } = await operate(file, ["seed", ...options], env);
      assert.deepEqual([code, out], [1, ""]);
      assert.match(err, /^This is [^\n]*, and the demo's password is public: [^\n]* --demo [^\n]*\n$/);
    }
    assert.deepEqual(namesIn(home.path), [], "nothing is made before it is refused");
  }
  const { code, out } = await operate(file, ["seed", "--demo"], { [name]: value });
  assert.deepEqual([code, /ada@example\.org/.test(out)], [0, true]);
});

Deno.test("A crowd has as many rows as were requested, with valid references and within the rules", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await seedDemo(db, { passwordHash: "", now });
  const before = await count();
  await seedCrowd(db, small, { passwordHash: "", now, onStep() {} });
  const after = await count();
  const added = Object.fromEntries(Object.keys(small).map((table) => [table, after[table] - before[table]]));
  assert.deepEqual(added, { ...small });
  assert.deepEqual(await db.q.all(sql`PRAGMA foreign_key_check`), []);
  const gaps = sql`SELECT group_id FROM messages GROUP BY group_id HAVING max(seq) <> count(*) OR min(seq) <> 1`;
  assert.deepEqual(await db.q.all(gaps), []);
  const strangers = sql`SELECT 1 FROM notes JOIN books ON books.id = book_id
    LEFT JOIN members ON members.group_id = books.group_id AND members.user_id = notes.user_id WHERE joined_at IS NULL`;
  assert.deepEqual(await db.q.all(strangers), []);
  const unwritable = sql`SELECT username FROM users WHERE username GLOB '*[^a-z0-9._-]*' OR length(username) > 30`;
  assert.deepEqual(await db.q.all(unwritable), []);

  async function count(): Promise<Record<string, number>> {
    const columns = Object.keys(small).map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`);
    return await db.q.get(sql.raw(`SELECT ${columns.join(", ")}`));
  }
});
