import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { personId, seedDemo } from "../../db/seed/mod.ts";
import { seedCrowd, small } from "../../db/seed/crowd.ts";
import { startSession } from "../../server/auth/sessions.ts";
import { seed } from "../../server/operations/seed.ts";
import { readConfig } from "../../server/settings/settings.ts";
import { startApp } from "../support/app.ts";
import { freshDb } from "../support/db.ts";
import { folder, namesIn, operate } from "../support/operate.ts";

const now = Date.parse("2030-05-01T12:00:00Z");

Deno.test("Beside a running service, a demo user logs in with the printed password and finds groups, messages, books, notes and friends; among people who are there, the demo needs --force and changes nothing of theirs", async () => {
  await using home = await folder();
  await using app = await startApp({ folder: home.path });
  const runSeed = (...options: string[]) => operate(`${home.path}/test.db`, ["seed", ...options]);
  const { code, out, err } = await runSeed();
  assert.deepEqual([code, err], [0, ""]);
  const [, password] = /with the password (\S+) as any of:\n {2}ada@example\.org\n/.exec(out)!;
  const { body: ada } = await app.call("POST", "/auth/login", null, { email: "ada@example.org", password });
  const read = async (path: string) => (await app.call("GET", path, ada)).body;
  assert.ok((await read("/groups")).groups.length >= 2);
  const { messages } = await read("/groups/demo-algebra/messages");
  assert.deepEqual(messages.map(({ seq }: { seq: number }) => seq), messages.map((_: unknown, at: number) => at + 1));
  const { books } = await read("/books/groups/demo-algebra/books");
  const [progress] = books.find(({ isbn }: { isbn: string }) => isbn === "9783319110790").progress;
  assert.deepEqual([progress.currentPage, progress.progress], [148, 44]);
  assert.match((await read(`/books/${progress.bookId}/notes/148`)).content, /diagonal/);
  assert.equal((await read("/friends/friends")).friends.length, 3);
  assert.equal((await read("/friends/friend-requests")).friendRequests.length, 2);
  assert.equal((await app.call("POST", "/groups/demo-algebra/messages", ada, { content: "Hello" })).status, 201);
  const { text } = await read("/books/demo-gothic-book-2/text");
  assert.deepEqual([text.state, text.sections.at(-1).title], ["ready", "Henry Jekyll’s Full Statement of the Case"]);
  const { highlights, ahead } = await read("/books/demo-gothic-book-2/highlights");
  assert.deepEqual([highlights.length, highlights.some(({ lost }: { lost: boolean }) => lost), ahead], [8, false, 3]);

  const [refused, misused] = await Promise.all([runSeed(), runSeed("--huge")]);
  assert.deepEqual([refused.code, misused.code], [1, 1]);
  assert.match(refused.err, /^This database has users \(12\): --force [^\n]*\n$/);
  assert.equal(misused.err, "Usage: deno task seed [--big] [--force] [--demo]\n");
  assert.equal((await runSeed("--force")).code, 0);
  const { messages: after } = await read("/groups/demo-algebra/messages");
  assert.deepEqual(after.slice(0, -1), messages);
  assert.equal((await app.deps.db.q.all(sql`select 1 from users`)).length, 12);
});

Deno.test("The demo's gothic readers read together: a plan, a copy in minutes, and what is further on than Ada is hidden", async () => {
  await using app = await startApp({ clock: () => now });
  await seedDemo(app.deps.db, { passwordHash: "", now });
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
  assert.deepEqual(
    messages.filter((message: { anchor: unknown }) => message.anchor)
      .map(({ content, veiled }: { content: string; veiled?: boolean }) => [content !== "", !!veiled]),
    [[true, false], [false, true], [false, true]],
  );
});

Deno.test("In the container, or at a public address, demo accounts with a public password need --demo", async () => {
  await using home = await folder();
  const dockerfile = await Deno.readTextFile(new URL("../../Dockerfile", import.meta.url));
  const [, name, value] = /^ {4}(CHAPTERHOUSE_IMAGE)=(\S+)/m.exec(dockerfile)!;
  const run = (env: Record<string, string>, ...options: string[]) =>
    seed(options, readConfig({ DATABASE_URL: `file:${home.path}/test.db`, ...env }));
  const message = /^This is [^\n]*, and the demo's password is public: [^\n]* --demo [^\n]*$/;
  await assert.rejects(run({ [name]: value }), { message });
  await assert.rejects(run({ PUBLIC_URL: "https://study.example" }, "--force"), { message });
  assert.deepEqual(namesIn(home.path), [], "nothing is made before it is refused");
  assert.match((await run({ [name]: value }, "--demo")).join("\n"), /ada@example\.org/);
});

Deno.test("A crowd has as many rows as were requested, with valid references and within the rules", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  const count = (): Promise<Record<string, number>> => {
    const columns = Object.keys(small).map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`);
    return db.q.get(sql.raw(`SELECT ${columns.join(", ")}`));
  };
  await seedDemo(db, { passwordHash: "", now });
  const before = await count();
  await seedCrowd(db, small, { passwordHash: "", now, onStep() {} });
  const after = await count();
  const added = Object.fromEntries(Object.keys(small).map((table) => [table, after[table] - before[table]]));
  assert.deepEqual(added, { ...small });
  const faults = [
    "PRAGMA foreign_key_check",
    "SELECT group_id FROM messages GROUP BY group_id HAVING max(seq) <> count(*) OR min(seq) <> 1",
    `SELECT 1 FROM notes JOIN books ON books.id = book_id LEFT JOIN members
      ON members.group_id = books.group_id AND members.user_id = notes.user_id WHERE joined_at IS NULL`,
    "SELECT username FROM users WHERE username GLOB '*[^a-z0-9._-]*' OR length(username) > 30",
  ];
  for (const fault of faults) assert.deepEqual(await db.q.all(sql.raw(fault)), [], fault);
});
