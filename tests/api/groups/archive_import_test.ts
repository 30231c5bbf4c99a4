/** A group's archive, read back on another server. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { strToU8 } from "fflate";
import { sql } from "drizzle-orm";
import { archiveImportTexts as texts } from "../../../server/contract/groups/archive_import_texts.ts";
import * as limits from "../../../server/contract/groups/limits.ts";
import { type Person, startApp, type TestApp } from "../../support/app.ts";
import { type Archive, archiveOf, readBack, zipped } from "../../support/archives.ts";
import { holdLock } from "../../support/lock.ts";
import { assertServesOthers } from "../../support/others.ts";
import { download, textOf, uploaded } from "../../support/uploads.ts";
import { run, startReading } from "../../support/cast.ts";

const addsPeople = { ORGANIZERS_ADD_PEOPLE: "true", OPERATORS: "olga@example.org", OPERATORS_NEED_TWO_STEP: "false" };
const there = (env = {}) => startApp({ env: { ...addsPeople, ...env } });

const at = "2026-03-02T10:00:00.000Z";
const person = (username: string, role = "member") => ({ username, name: username, role, joinedAt: at });
const small = {
  "group.json": { name: "Circle", description: null },
  "members.json": [person("ada", "creator"), person("grace")],
  "messages.json": [{ number: 1, by: "grace", at, text: "Hello" }],
};

const rowsIn = async ({ deps: { db } }: TestApp, table: string): Promise<number> =>
  (await db.q.all<{ n: number }>(`select count(*) as n from ${table}`))[0].n;

async function left(app: TestApp) {
  await app.deps.purge.sweep();
  const tables = [
    "groups",
    "members",
    "messages",
    "reactions",
    "books",
    "polls",
    "meetings",
    "files",
    "file_chunks",
    "users",
  ];
  return Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await rowsIn(app, table)])));
}

async function archived(): Promise<Archive> {
  await using app = await startReading();
  const { ada, grace, call, bookId, here, path } = app;
  await call("PUT", here, ada, { groupName: "Looms", description: "Reads Lovelace" });
  await call("PUT", `${here}/members/${grace.id}/role`, ada, { role: "organizer" });
  await call("PUT", `/books/${bookId}/chapters`, ada, [{ title: "Cards", page: 10 }, { title: "Ends", page: 90 }]);
  await call("PUT", `${path}/plan`, ada, { startsAt: "2026-03-02", targetAt: "2026-03-29", days: [1] });
  for (const reader of [ada, grace]) await app.turn(reader, 60);
  const hello = await app.post(grace, "Hello <world>");
  const gone = await app.post(grace, "Gone");
  await call("DELETE", `${here}/messages/${gone.id}`, grace);
  await app.post(ada, "Hello Grace", { replyTo: hello.id });
  const file = { by: grace, content: "Looms", name: "a.txt", type: "text/plain" };
  const { id } = await uploaded(app, app.circle.id, file);
  await app.post(grace, "On page 50", { anchor: { bookId, page: 50 }, files: [id] });
  await call("POST", `${path}/notes/10`, grace, { content: "A note", pageNumber: 10, bookId });
  await call("PUT", `${path}/notes/10/sharing`, grace, { shared: true });
  const [note] = (await call("GET", `${path}/notes`, ada)).body.notes;
  await call("POST", `/notes/${note.id}/answers`, ada, { content: "An answer" });
  const { question } = (await call("POST", `${path}/questions`, grace, { page: 20, question: "Why looms?" })).body;
  for (const by of [ada, grace]) {
    await call("PUT", `/questions/${question.id}/answer`, by, { content: `So says ${by.username}` });
  }
  const [startsAt, endsAt] = [1, 2].map((hours) => new Date(app.deps.clock() + hours * 3_600_000).toISOString());
  await call("POST", `${here}/meetings`, ada, { title: "Tea", startsAt, endsAt, timeZone: "Europe/London" });
  return await archiveOf(app, ada, app.circle.id);
}

Deno.test("Ada reads an archive back on another server, and it is what its members saw", async () => {
  const archive = await archived();
  await using app = await there();
  const [grace, ada] = [await app.person("Grace"), await app.person("Ada")];
  const { status, body } = await readBack(app, ada, archive);
  assert.deepEqual([status, body.people, body.messages, body.books, body.leftOut], [201, 1, 3, 1, 0]);
  const { group } = body;
  assert.deepEqual([group.groupName, group.description, group.role], ["Looms", "Reads Lovelace", "creator"]);
  assert.equal(group.unread, 0);
  const get = async (path: string) => (await app.call("GET", path, ada)).body;
  const { messages } = await get(`/groups/${group.id}/messages`);
  const [hello, answer, paged] = messages;
  const [book] = (await get(`/books/groups/${group.id}/books`)).books;
  assert.deepEqual(messages.map(({ seq, content }: { seq: number; content: string }) => [seq, content]), [
    [1, "Hello <world>"],
    [2, "Hello Grace"],
    [3, ""],
  ]);
  // The Grace who is here already is somebody else.
  assert.notEqual(hello.userId, grace.id);
  assert.match(hello.username, /^grace.+/);
  assert.deepEqual([answer.userId, answer.replyTo.seq], [ada.id, 1]);
  assert.deepEqual([paged.veiled, (await app.call("GET", `/groups/${group.id}`, grace)).status], [true, 404]);
  assert.deepEqual([book.title, book.pageCount, book.state], ["Sketch", 200, "now"]);
  await app.call("PUT", `/books/${book.id}/progress`, ada, { currentPage: 60 });
  const last = (await get(`/groups/${group.id}/messages`)).messages[2];
  assert.deepEqual(last.anchor, { bookId: book.id, page: 50, chapter: "Cards" });
  assert.equal(await (await download(app, last.files[0].url, ada)).text(), "Looms");
  const [note] = (await get(`/books/${book.id}/notes`)).notes;
  assert.deepEqual([note.pageNumber, note.content, note.user.id], [10, "A note", hello.userId]);
  assert.deepEqual([note.answers[0].content, note.answers[0].user.id], ["An answer", ada.id]);
  const [question] = (await get(`/books/${book.id}/questions`)).questions;
  assert.deepEqual([question.page, question.question, question.answered], [20, "Why looms?", 2]);
  assert.equal(question.mine, "So says ada");
  assert.equal((await get(`/groups/${group.id}/meetings`)).meetings[0].title, "Tea");
  const { cards, people } = (await app.call("POST", `/groups/${group.id}/cards`, ada)).body;
  assert.deepEqual((cards ?? people).map(({ id }: { id: string }) => id), [hello.userId]);
  const members = group.members.map(({ user, role }: { user: Person; role: string }) => [user.id, role]);
  assert.deepEqual(members.sort(), [[ada.id, "creator"], [hello.userId, "organizer"]].sort());
});

Deno.test("Ada says which of the people in it she was", async () => {
  await using app = await there();
  const [mallory] = [await app.person("Mallory")];
  const wrong = await readBack(app, mallory, zipped(small), "nobody");
  assert.deepEqual([wrong.status, wrong.body.issues[0].path], [400, "me"]);
  const { body } = await readBack(app, mallory, zipped(small), "Grace");
  const { messages } = (await app.call("GET", `/groups/${body.group.id}/messages`, mallory)).body;
  assert.deepEqual([body.people, messages[0].userId], [1, mallory.id]);
});

Deno.test("where organizers add nobody an operator reads it, and others are told whom to ask", async () => {
  await using app = await there({ ORGANIZERS_ADD_PEOPLE: "false" });
  const [ada, olga] = [await app.person("Ada"), await app.person("Olga")];
  const before = await left(app);
  const refused = await readBack(app, ada, zipped(small));
  assert.deepEqual([refused.status, refused.body.code], [403, "operators_only"]);
  assert.equal((await readBack(app, null, zipped(small))).status, 401);
  assert.deepEqual(await left(app), before);
  assert.equal((await readBack(app, olga, zipped(small))).body.people, 2);
  const acts = await app.deps.db.q.all<{ act: string; subject: string }>("select act, subject from audit_log");
  assert.deepEqual(acts.map(({ act, subject }) => [act, subject]), [["add people", "2"]]);
});

Deno.test("what is no archive, or too much when it is unpacked, leaves nothing", async () => {
  await using app = await there();
  const ada = await app.person("Ada");
  const before = await left(app);
  const blanks = " ".repeat(4_000_000);
  const bomb = (count: number) => `[${Array.from({ length: count }, () => `"${blanks}"`).join(",")}]`;
  const whole = zipped(small);
  /** In the directory, of each file from so many bytes on. */
  const lying = (from: number, bytes: number[], archive = zipped(small, 9)) => {
    for (let at = 0; at < archive.length - 46; at++) {
      if (archive.subarray(at, at + 4).join(" ") === "80 75 1 2") archive.set(bytes, at + from);
    }
    return archive;
  };
  const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`files/${n}/a`, ""]));
  const hostile: [string, number, Archive][] = [
    ["words", 400, strToU8("no archive") as Archive],
    ["half", 400, whole.slice(0, whole.length / 2)],
    ["encrypted", 400, lying(8, [1])],
    ["another method", 400, lying(10, [99])],
    ["larger than the archive", 400, lying(20, [0, 0, 0, 1])],
    ["marked as compressed, and is not", 400, lying(10, [8], zipped(small))],
    ["a path", 400, zipped({ ...small, "../../etc/passwd": "root" })],
    ["no group", 400, zipped({ "members.json": [] })],
    ["no list", 400, zipped({ ...small, "messages.json": { a: 1 } })],
    ["no end", 400, zipped({ ...small, "messages.json": '[{"number": 1}' })],
    ["commas", 400, zipped({ ...small, "messages.json": "[,,]" })],
    ["a comma too many", 400, zipped({ ...small, "messages.json": "[1,]" })],
    ["many rows", 413, zipped({ ...small, "messages.json": `[${"1,".repeat(1_000_000)}1]` })],
    ["a bracket", 400, zipped({ ...small, "messages.json": "[}]" })],
    ["many", 413, zipped({ ...small, ...many })],
    ["bomb", 413, zipped({ ...small, "messages.json": bomb(53) }, 9)],
  ];
  for (const [name, status, archive] of hostile) {
    const answer = await readBack(app, ada, archive);
    assert.equal(answer.status, status, `${name}: ${JSON.stringify(answer.body)}`);
  }
  assert.deepEqual(await left(app), before);
  // What it says of the sizes of its files is not believed.
  assert.equal((await readBack(app, ada, lying(24, [1, 0, 0, 0]))).body.messages, 1);
});

Deno.test("the files of an archive may begin with a byte order mark", async () => {
  await using app = await there();
  const ada = await app.person("Ada");
  const marked = Object.entries(small).map(([name, content]) => [name, `\ufeff${JSON.stringify(content)}`]);
  for (const level of [0, 9] as const) {
    const { status, body } = await readBack(app, ada, zipped(Object.fromEntries(marked), level));
    assert.deepEqual([status, body.messages, body.people, body.leftOut], [201, 1, 1, 0]);
  }
  const twice = { ...small, "members.json": `\ufeff\ufeff${JSON.stringify(small["members.json"])}` };
  assert.equal((await readBack(app, ada, zipped(twice))).status, 400);
});

Deno.test("rows of another shape, nested deeply or too large are left out and counted", async () => {
  await using app = await there();
  const ada = await app.person("Ada");
  const [row] = small["messages.json"];
  const rows = [
    ...["7", "{", '{"number": 3}', "[".repeat(1000) + "]".repeat(1000), `[${"1,".repeat(30_000)}1]`, `"\\"[,"`],
    JSON.stringify({ ...row, number: 2, text: "x".repeat(5000) }),
    JSON.stringify({ ...row, number: 4, text: null, hidden: true }),
    JSON.stringify({ ...row, number: 5, text: "In order", inReplyTo: 1 }),
    JSON.stringify({
      ...row,
      number: 7,
      text: "Of a book that is not on the shelf",
      about: { bookId: "none", page: 3 },
    }),
  ].filter((text) => text !== "{");
  const messages = `[${JSON.stringify(row)},${rows.join(",")}]`;
  const files = { files: ["files/6/none.txt", "group.json"] };
  const last = JSON.stringify({ ...row, number: 6, text: "", ...files });
  const archive = zipped({ ...small, "messages.json": `${messages.slice(0, -1)},${last}]` });
  const { status, body } = await readBack(app, ada, archive);
  assert.deepEqual([status, body.messages], [201, 2]);
  assert.equal(body.leftOut, 7 + 1 + 3);
});

Deno.test("a failure in the middle leaves nothing, nor does a process that ends there", async () => {
  await using app = await there();
  const ada = await app.person("Ada");
  const before = await left(app);
  await run(
    app,
    "create trigger no_hello before insert on messages when new.content = 'Stop' begin select raise(abort, 'no'); end",
  );
  const [row] = small["messages.json"];
  const messages = Array.from({ length: 120 }, (_, n) => ({ ...row, number: n + 1, text: n === 110 ? "Stop" : "Go" }));
  assert.equal((await readBack(app, ada, zipped({ ...small, "messages.json": messages }))).status, 500);
  assert.deepEqual(await left(app), before);

  await run(app, "create trigger no_end before update of kind on groups begin select raise(abort, 'no'); end");
  await run(
    app,
    "create trigger no_deletion before update of deleted_at on groups begin select raise(abort, 'no'); end",
  );
  assert.equal((await readBack(app, ada, zipped(small))).status, 500);
  for (const name of ["no_end", "no_deletion"]) await run(app, `drop trigger ${name}`);
  const { groups } = (await app.call("GET", "/groups", ada)).body;
  assert.deepEqual([groups, await rowsIn(app, "groups")], [[], 1]);
  await left(app);
  assert.equal(await rowsIn(app, "groups"), 1);
  await run(app, "update groups set created_at = created_at - 3600001");
  assert.deepEqual(await left(app), before);
});

Deno.test("only a username that was taken is said to be one, and an archive that was given up took too long", async () => {
  await using app = await there({ ORGANIZERS_ADD_PEOPLE: "false" });
  const olga = await app.person("Olga");
  const before = await left(app);
  const acts = await rowsIn(app, "audit_log");
  const fails = async (statement: string) => {
    await run(app, statement);
    const { status, body: { code, message } } = await readBack(app, olga, zipped(small));
    await run(app, "drop trigger fails");
    assert.deepEqual([await left(app), await rowsIn(app, "audit_log")], [before, acts]);
    return [status, code, message];
  };
  const onUsers = "create trigger fails before insert on users begin";
  const taken = `${onUsers} select raise(abort, 'UNIQUE constraint failed: users.username'); end`;
  assert.deepEqual(await fails(taken), [409, "names_taken", texts.namesTaken]);
  const other = `${onUsers} select raise(abort, 'UNIQUE constraint failed: users.email'); end`;
  assert.equal((await fails(other))[1], "server_error");
  const givenUp = "create trigger fails after insert on messages begin " +
    "update groups set active_at = 0, deleted_at = 1 where kind = 'incoming'; end";
  assert.deepEqual(await fails(givenUp), [503, "unavailable", texts.tooLong]);
});

Deno.test("one archive is read at a time, and one that is still arriving keeps nobody waiting", async () => {
  await using app = await there();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const before = await left(app);
  const words = strToU8("no archive") as Archive;
  const { hostname, port } = new URL(app.url);
  const half = connect(Number(port), hostname);
  half.write(
    "POST /api/groups/import HTTP/1.1\r\nHost: " + `${hostname}:${port}\r\nAuthorization: Bearer ${ada.token}\r\n` +
      "Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n",
  );
  // Its body is being received.
  assert.match(String(await once(half, "data")), /^HTTP\/1.1 100/);
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="group.zip"\r\n\r\nPK';
  half.write(`${part.length.toString(16)}\r\n${part}\r\n`);
  for (const by of [grace, ada]) assert.equal((await readBack(app, by, words)).status, 400);
  half.destroy();
  assert.equal((await readBack(app, ada, words)).status, 400);
  assert.deepEqual(await left(app), before);

  await using lock = await holdLock(/file:(.*)/.exec(app.deps.config.databaseUrl)![1]);
  const both = [ada, grace].map((by) => readBack(app, by, zipped(small)));
  const { status, body: { code, message } } = await Promise.race(both);
  await lock.letGo();
  assert.deepEqual([status, code, message], [
    503,
    "unavailable",
    texts.busy,
  ]);
  assert.deepEqual((await Promise.all(both)).map(({ status }) => status).sort(), [201, 503]);
  assert.equal((await readBack(app, grace, words)).status, 400);
});

Deno.test("Ada reads twenty archives an hour, also where they are none", async () => {
  await using app = await there({ RATE_LIMITS: "on" });
  const ada = await app.person("Ada");
  for (const expected of [...Array(20).fill(400), 429]) {
    assert.equal((await readBack(app, ada, strToU8("no archive") as Archive)).status, expected);
  }
});

Deno.test("answers, reactions and votes that are wrong are left out one by one, and nobody is named by them", async () => {
  await using app = await there();
  const ada = await app.person("Ada");
  const [row] = small["messages.json"];
  const book = { bookId: "b", title: "Sketch", author: null, isbn: null, pageCount: 100, addedAt: at, addedBy: null };
  const answer = { by: "grace", text: "So", at, updatedAt: at };
  const options = [{ text: "Tea", votes: 0 }, { text: "Milk", votes: 1 }];
  const poll = {
    question: "What?",
    kind: "one",
    secret: false,
    by: "grace",
    at,
    closedAt: at,
    winner: "Milk",
    options,
  };
  const ballots = [{ by: "grace", options: [1] }, { by: "grace", options: [2, 1] }, { by: "ada", options: [3] }, 7];
  const tooMany = [...ballots, { by: "mallory", options: [1] }];
  const files = {
    ...small,
    "messages.json": [{
      ...row,
      reactions: [{ emoji: "👍", by: ["ada", "ada", 7, "grace"] }, { emoji: "<b>", by: ["ada"] }, null],
    }],
    "shelf.json": [{ ...book, interestedBy: ["grace", "grace", "mallory", null], state: "suggested" }],
    "questions.json": [{ bookId: "b", page: 1, by: "ada", at, question: "Why?", answers: [answer, { by: "ada" }] }],
    "polls.json": [
      { ...poll, ballots },
      { ...poll, ballots: tooMany },
      { ...poll, closedAt: null, options: options.map(({ text }) => ({ text })), ballots: tooMany.slice(-1) },
      { ...poll, secret: true, ballots },
      { ...poll, options: options.slice(1) },
    ],
  };
  const { body } = await readBack(app, ada, zipped(files));
  assert.deepEqual([body.people, body.leftOut], [1, 2 + 1 + 1 + (1 + 2) + 1]);
  const counts = ["reactions", "book_interests", "answers", "polls", "poll_votes"].map((table) => rowsIn(app, table));
  assert.deepEqual(await Promise.all(counts), [2, 1, 1, 4, 1]);
  const { polls } = (await app.call("GET", `/groups/${body.group.id}/polls`, ada)).body;
  type Option = { text: string; votes: number | null };
  const votes = polls.map(({ secret, options }: { secret: boolean; options: Option[] }) => [
    secret,
    ...options.map(({ votes }) => votes),
  ]);
  assert.deepEqual(votes.sort(), [[false, null, null], [false, null, null], [false, 0, 1], [true, null, null]]);
});

Deno.test("what was written in the future was written now, a poll closes within a year, and only so much is pinned", async () => {
  await using app = await there();
  const ada = await app.person("Ada");
  const [row] = small["messages.json"];
  const messages = Array.from(
    { length: 120 },
    (_, n) => ({ ...row, number: n + 1, at: "2999-01-01T00:00:00.000Z", pinnedAt: at }),
  );
  const options = [{ text: "Tea" }, { text: "Milk" }];
  const poll = { question: "What?", kind: "one", secret: false, by: "ada", at, closesAt: "2999-01-01T00:00:00.000Z" };
  const files = { ...small, "messages.json": messages, "polls.json": [{ ...poll, options }] };
  const { body } = await readBack(app, ada, zipped(files));
  assert.equal(body.messages, 120);
  assert.equal(await rowsIn(app, `polls where closes_at <= ${app.deps.clock() + limits.polls.ahead}`), 1);
  assert.equal(await rowsIn(app, "messages where pinned_at is not null"), 100);
  assert.equal(await rowsIn(app, `messages where created_at > ${app.deps.clock()}`), 0);
});

Deno.test("pages of an organizer's own copy are those of the book, and members who are hidden stay so", async () => {
  await using app = await there();
  const ada = await app.person("Ada");
  const book = { bookId: "b", title: "Sketch", author: null, isbn: null, pageCount: 100, copyPages: 200, addedAt: at };
  const shelf = [{ ...book, addedBy: "grace", state: "next", chapters: [{ title: "Cards", page: 40 }] }];
  const note = { bookId: "b", page: 60, by: "ada", text: "A note", updatedAt: at, answers: [] };
  const group = { name: "Circle", settings: { hideMembers: true, listed: true } };
  const files = { ...small, "group.json": group, "shelf.json": shelf, "notes.json": [note, { ...note, page: 201 }] };
  const { body } = await readBack(app, ada, zipped(files));
  assert.equal(body.leftOut, 1);
  const [found] = (await app.call("GET", `/books/groups/${body.group.id}/books`, ada)).body.books;
  assert.deepEqual([found.pageCount, found.state], [100, "next"]);
  assert.equal(await rowsIn(app, "chapters where title = 'Cards' and page = 20"), 1);
  await app.call("PUT", `/books/${found.id}/progress`, ada, { currentPage: 50 });
  const [shared] = (await app.call("GET", `/books/${found.id}/notes?shared=1`, ada)).body.notes;
  assert.deepEqual([shared.pageNumber, shared.user.id], [30, ada.id]);
  const { settings } = (await app.call("GET", `/groups/${body.group.id}/settings`, ada)).body;
  assert.deepEqual([settings.hideMembers, settings.listed], [true, false]);
});

Deno.test("files that there is no room for are left out", async () => {
  await using app = await there({ GROUP_QUOTA: "1MB" });
  const ada = await app.person("Ada");
  const [row] = small["messages.json"];
  const files = {
    "files/1/a.txt": strToU8(textOf(700_000)) as Archive,
    "files/1/b.txt": strToU8(textOf(700_000)) as Archive,
  };
  const messages = [{ ...row, files: Object.keys(files) }];
  const { body } = await readBack(app, ada, zipped({ ...small, ...files, "messages.json": messages }));
  assert.deepEqual([body.messages, body.leftOut], [1, 1]);
});

Deno.test("others are served while Ada reads an archive of many messages back", async () => {
  await using app = await there();
  const ada = await app.person("Ada");
  const [row] = small["messages.json"];
  const messages = Array.from({ length: 10_000 }, (_, n) => ({ ...row, number: n + 1, inReplyTo: n || null }));
  const archive = zipped({ ...small, "messages.json": messages });
  await assertServesOthers(app, async () => assert.equal((await readBack(app, ada, archive)).body.messages, 10_000));
});

Deno.test("accounts that nobody uses yet take room of the person who made them by archives", async () => {
  await using app = await there({ ACCOUNT_QUOTA: "1MB" });
  const ada = await app.person("Ada");
  const members = [person("ada", "creator"), person("grace"), person("barbara")];
  const messages = Array.from({ length: 160 }, (_, n) => (
    { number: n + 1, by: n % 2 ? "grace" : "barbara", at, text: "x".repeat(3500) }
  ));
  const archive = zipped({ ...small, "members.json": members, "messages.json": messages });
  assert.equal((await readBack(app, ada, archive)).status, 201);
  const before = await left(app);
  const { status, body } = await readBack(app, ada, archive);
  assert.deepEqual([status, body.code], [413, "account_full"]);
  assert.deepEqual(await left(app), before);
  await run(app, "update users set password_hash = 'chosen' where password_hash = ''");
  assert.equal((await readBack(app, ada, archive)).status, 201);
});

Deno.test("a small archive that becomes very many votes is refused as too large", async () => {
  await using app = await there({ ACCOUNT_QUOTA: "1MB" });
  const ada = await app.person("Ada");
  const before = await left(app);
  const names = ["ada", ...Array.from({ length: 19 }, (_, n) => `reader${n}`)];
  const numbers = Array.from({ length: 20 }, (_, n) => n + 1);
  const options = numbers.map((number) => ({ text: `Option ${number}`, votes: number === 1 ? names.length : 0 }));
  const ballots = names.map((by) => ({ by, options: numbers }));
  const poll = { question: "What?", kind: "ranked", secret: false, by: "ada", at, closedAt: at, winner: null };
  const archive = zipped({
    ...small,
    "members.json": names.map((name) => person(name)),
    "polls.json": Array.from({ length: 10 }, () => ({ ...poll, options, ballots })),
  }, 9);
  const { status, body } = await readBack(app, ada, archive);
  assert.deepEqual([status, body.code], [413, "account_full"]);
  assert.deepEqual(await left(app), before);
});

Deno.test("of an archive so many changed dates are read that are dates of their meetings and not over", async () => {
  await using app = await there();
  const ada = await app.person("Ada");
  const { perGroup } = limits.meetings.changed;
  const week = 7 * 24 * 3600_000;
  const start = Date.now() - week;
  const time = (number: number) => new Date(start + number * week).toISOString();
  const dates = Array.from({ length: 30 }, (_, number) => ({
    date: time(number),
    startsAt: time(number),
    endsAt: time(number + 0.1),
    cancelledAt: null,
    place: "Park",
  }));
  const weekly = { startsAt: time(0), endsAt: time(0.1), timeZone: "UTC", repeats: "weekly", coming: [], dates };
  const meetings = Array.from({ length: 11 }, (_, number) => ({ title: `Part ${number}`, ...weekly }));
  const { status, body } = await readBack(app, ada, zipped({ ...small, "meetings.json": meetings }), "ada");
  assert.deepEqual([status, await rowsIn(app, "meetings"), await rowsIn(app, "meeting_dates")], [201, 11, perGroup]);
  assert.equal(body.leftOut, 30 * 11 - perGroup);
});

Deno.test("a monthly series goes on from its first date, of which the archive may have a shorter month's", async () => {
  await using app = await startApp({ env: addsPeople, clock: () => Date.parse("2027-02-10T00:00:00Z") });
  const ada = await app.person("Ada");
  const [startsAt, endsAt] = ["2027-02-28T18:00:00Z", "2027-02-28T20:00:00Z"];
  const monthly = { startsAt, endsAt, timeZone: "UTC", repeats: "monthly" };
  const meetings = [
    { ...monthly, title: "On the 31st", firstStartsAt: "2026-12-31T18:00:00Z" },
    { ...monthly, title: "On the 28th" },
    { ...monthly, title: "Not of this series", firstStartsAt: "2026-12-30T18:30:00Z" },
    { ...monthly, title: "Of none", firstStartsAt: "soon" },
  ];
  const { status } = await readBack(app, ada, zipped({ ...small, "meetings.json": meetings }), "ada");
  assert.equal(status, 201);
  const rows = await app.deps.db.q.all<{ title: string; at: string }>(
    sql`select title, strftime('%m-%dT%H:%M', starts_at / 1000, 'unixepoch') as at from meetings order by title`,
  );
  assert.deepEqual(rows.map(({ title, at }) => `${title} ${at}`), [
    "Not of this series 02-28T18:00",
    "Of none 02-28T18:00",
    "On the 28th 02-28T18:00",
    "On the 31st 12-31T18:00",
  ]);
});
