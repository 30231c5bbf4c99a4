import assert from "node:assert/strict";
import * as changes from "../../../db/chat/message_changes.ts";
import { sql } from "drizzle-orm";
import { findMessage, listChanges, listPinned } from "../../../db/chat/messages.ts";
import type { Db } from "../../../db/engine/client.ts";
import { deleteMember, insertMember } from "../../../db/groups/members.ts";
import { insertGroup } from "../../../db/groups/groups.ts";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import { person, store } from "../../support/people.ts";
import { send } from "../../support/talking.ts";
import { test } from "../../support/db.ts";

const now = 5_000;
const time = "1970-01-01T00:00:05.000Z";

const placeOf = ({ groupId, id }: Message) => ({ groupId, id });
/** A change as its maker sees it. */
async function own(change: Promise<changes.Change>) {
  const { changed, message } = await change;
  return { changed, message };
}
const edit = (db: Db, by: string, message: Message, content: string) =>
  own(changes.editMessage(db, by, { ...placeOf(message), content }, now));
const erase = (db: Db, by: string, message: Message) => own(changes.deleteMessage(db, by, placeOf(message), now));
const react = (db: Db, by: string, message: Message, emoji = "👍") =>
  own(changes.addReaction(db, by, { ...placeOf(message), emoji }, now));
const takeBack = (db: Db, by: string, message: Message, emoji = "👍") =>
  own(changes.removeReaction(db, by, { ...placeOf(message), emoji }));
const pin = (db: Db, by: string, message: Message, at: number | null = now) =>
  own(changes.setPinned(db, by, { ...placeOf(message), at }));

const see = async (db: Db, { groupId, id }: Message, viewer = "ada") =>
  (await findMessage(db, viewer, { groupId, id }))!;

/** The `rev` of every message of a group, in the order of `seq`. */
const revs = async (db: Db, groupId = "engine") =>
  (await db.q.all<{ rev: number }>(sql`select rev from messages where group_id = ${groupId} order by seq`))
    .map(({ rev }) => rev);

/** All that is stored about messages. */
const stored = async (db: Db) =>
  JSON.stringify(
    await Promise.all(
      ["messages", "mentions", "reactions", "files"].map((table) => db.q.all(sql.raw(`select * from ${table}`))),
    ),
  );

async function makeOrganizer(db: Db, userId: string): Promise<void> {
  await db.write([db.q.run(sql`update members set role = 'organizer' where user_id = ${userId}`)]);
}

/** A file that its author has uploaded and not sent yet. */
async function upload(db: Db, id: string, userId: string, groupId = "engine"): Promise<string> {
  await db.write([
    db.q.run(sql`insert into files (id, group_id, user_id, name, type, size, stored_size, created_at)
      values (${id}, ${groupId}, ${userId}, ${`${id}.pdf`}, 'application/pdf', 10, 10, 1)`),
  ]);
  return id;
}

test("an edited message has its new text, when it was edited, and the next rev; the same text changes nothing, and none needs a file", async ({ db }) => {
  const message = await send(db, "grace", "Page 41");
  await send(db, "ada", "Which chapter?");
  const { changed, message: edited } = await edit(db, "grace", message, "Page 42");
  assert.equal(changed, true);
  assert.deepEqual(edited, { ...message, content: "Page 42", editedAt: time, rev: 3 });
  assert.deepEqual(await see(db, message), edited);
  assert.deepEqual(await revs(db), [3, 2]);
  for (const content of ["Page 42", ""]) {
    assert.deepEqual(await edit(db, "grace", message, content), { changed: false, message: edited });
  }
  const withFile = await send(db, "grace", "See page 3", { files: [await upload(db, "sketch", "grace")] });
  const emptied = await edit(db, "grace", withFile, "");
  assert.deepEqual([emptied.changed, emptied.message?.content, emptied.message?.files.length], [true, "", 1]);
});

test("an edit that changes no text changes no mentions either, whoever tries it", async ({ db }) => {
  const message = await send(db, "ada", "@mallory, page 41");
  await insertMember(db, "ada", { groupId: "engine", userId: "mallory" }, 1);
  for (const by of ["ada", "grace", "mallory"]) await edit(db, by, message, message.content);
  assert.deepEqual(await see(db, message), message);
  assert.deepEqual((await edit(db, "ada", message, "@mallory, page 42")).message?.mentions, ["mallory"]);
});

test("only its author edits a message, and not after leaving the group", async ({ db }) => {
  const message = await send(db, "grace", "Page 41");
  const before = await stored(db);
  assert.deepEqual(await edit(db, "ada", message, "Page 1"), { changed: false, message });
  assert.deepEqual(await edit(db, "mallory", message, "Page 1"), { changed: false, message: undefined });
  await deleteMember(db, "ada", { groupId: "engine", userId: "grace" });
  assert.deepEqual(await edit(db, "grace", message, "Page 1"), { changed: false, message: undefined });
  assert.equal(await stored(db), before);
});

test("a message is found and changed in its own group only", async ({ db }) => {
  await insertGroup(db, "mallory", { id: "other", groupName: "Other", description: null }, 1);
  await insertMember(db, "mallory", { groupId: "other", userId: "ada" }, 1);
  const message = await send(db, "ada", "Page 41");
  const before = await stored(db);
  for (const by of ["ada", "mallory"]) {
    const elsewhere = { ...message, groupId: "other" };
    assert.equal(await findMessage(db, by, placeOf(elsewhere)), undefined);
    for (const change of [edit(db, by, elsewhere, "Page 1"), erase(db, by, elsewhere), react(db, by, elsewhere)]) {
      assert.deepEqual(await change, { changed: false, message: undefined });
    }
    for (const change of [pin(db, by, elsewhere), takeBack(db, by, elsewhere)]) {
      assert.deepEqual(await change, { changed: false, message: undefined });
    }
  }
  assert.equal(await stored(db), before);
});

test("a deleted message has no text, mentions, reactions, files and pin any more, but its place", async ({ db }) => {
  const message = await send(db, "grace", "@ada see this", { files: [await upload(db, "sketch", "grace")] });
  assert.deepEqual([message.mentions, message.files.length], [["ada"], 1]);
  await react(db, "ada", message);
  await pin(db, "ada", message);
  await edit(db, "grace", message, "@ada see that");
  const { changed, message: deleted } = await erase(db, "grace", message);
  assert.equal(changed, true);
  const { id, groupId, userId, username, timestamp, seq, clientId } = message;
  assert.deepEqual(deleted, {
    id,
    groupId,
    userId,
    username,
    timestamp,
    seq,
    clientId,
    rev: 5,
    content: "",
    format: null,
    deletedAt: time,
    editedAt: null,
    pinnedAt: null,
    replyTo: null,
    mentions: [],
    reactions: [],
    files: [],
    anchor: null,
    veiled: false,
  });
  const [file] = await db.q.all<{ message_id: string | null; created_at: number }>(sql`select * from files`);
  assert.deepEqual([file.message_id, file.created_at], [null, 0]);
  assert.equal((await send(db, "ada", "And on")).seq, 2);
});

test("a message is deleted by its author, an organizer or the creator, once, and by nobody else", async ({ db }) => {
  await store(db, person("Nora"));
  await insertMember(db, "ada", { groupId: "engine", userId: "nora" }, 3);
  const own = await send(db, "ada", "one");
  const [second, third, fourth] = [
    await send(db, "grace", "two"),
    await send(db, "grace", "three"),
    await send(db, "grace", "four"),
  ];
  assert.deepEqual(await erase(db, "nora", second), { changed: false, message: second });
  assert.deepEqual(await erase(db, "mallory", second), { changed: false, message: undefined });
  assert.equal((await erase(db, "grace", second)).changed, true);
  assert.equal((await erase(db, "ada", third)).changed, true);
  await makeOrganizer(db, "nora");
  assert.equal((await erase(db, "nora", fourth)).changed, true);
  assert.equal((await erase(db, "nora", own)).changed, true);
  const before = await stored(db);
  const again = await erase(db, "ada", own);
  assert.deepEqual([again.changed, again.message?.deletedAt], [false, time]);
  assert.equal(await stored(db), before);
});

test("a deleted message is neither edited, reacted to nor pinned", async ({ db }) => {
  const message = await send(db, "ada", "Page 41");
  await erase(db, "ada", message);
  const before = await stored(db);
  for (const change of [edit(db, "ada", message, "Page 1"), react(db, "ada", message), pin(db, "ada", message)]) {
    assert.equal((await change).changed, false);
  }
  assert.equal(await stored(db), before);
});

test("each reaction lists who gave it, in the order in which the kinds were first given", async ({ db }) => {
  const message = await send(db, "ada", "Done!");
  const place = placeOf(message);
  await changes.addReaction(db, "ada", { ...place, emoji: "🎉" }, 1);
  await changes.addReaction(db, "ada", { ...place, emoji: "👍" }, 2);
  await changes.addReaction(db, "grace", { ...place, emoji: "👍" }, 3);
  const { message: seen } = await changes.addReaction(db, "grace", { ...place, emoji: "🎉" }, 4);
  assert.deepEqual(seen?.reactions, [
    { emoji: "🎉", userIds: ["ada", "grace"] },
    { emoji: "👍", userIds: ["ada", "grace"] },
  ]);
  await changes.removeReaction(db, "ada", { ...place, emoji: "🎉" });
  const { message: left } = await changes.removeReaction(db, "grace", { ...place, emoji: "👍" });
  assert.deepEqual(left?.reactions, [{ emoji: "👍", userIds: ["ada"] }, { emoji: "🎉", userIds: ["grace"] }]);
});

test("a reaction given or taken back twice is one change, and a message has at most 20 kinds, of which everyone may give each", async ({ db }) => {
  const done = await send(db, "ada", "Done!");
  const twice = await Promise.all([1, 2, 3].map(() => react(db, "grace", done)));
  assert.deepEqual(twice.map(({ changed }) => changed), [true, false, false]);
  assert.deepEqual(await revs(db), [2]);
  const taken = await Promise.all([1, 2].map(() => takeBack(db, "grace", done)));
  assert.deepEqual(taken.map(({ changed }) => changed), [true, false]);
  assert.deepEqual(await revs(db), [3]);
  assert.deepEqual((await see(db, done)).reactions, []);
  const message = await send(db, "ada", "Well done!");
  const emoji = Array.from({ length: 21 }, (_, n) => String.fromCodePoint(0x1f600 + n));
  const given = await Promise.all(emoji.map((one) => react(db, "ada", message, one)));
  assert.deepEqual(given.map(({ changed }) => changed), [...Array(20).fill(true), false]);
  assert.equal((await react(db, "grace", message, emoji[0])).changed, true);
  assert.equal((await react(db, "grace", message, emoji[20])).changed, false);
  await takeBack(db, "ada", message, emoji[1]);
  assert.equal((await react(db, "grace", message, emoji[20])).changed, true);
  assert.equal((await see(db, message)).reactions.length, 20);
});

test("who is not in the group gives and takes back no reactions, nor does who has left it", async ({ db }) => {
  const message = await send(db, "ada", "Done!");
  await react(db, "grace", message);
  await deleteMember(db, "ada", { groupId: "engine", userId: "grace" });
  const before = await stored(db);
  for (const by of ["mallory", "grace"]) {
    assert.deepEqual(await react(db, by, message, "🎉"), { changed: false, message: undefined });
    assert.deepEqual(await takeBack(db, by, message), { changed: false, message: undefined });
  }
  assert.equal(await stored(db), before);
});

test("organizers pin and unpin; the latest pinned comes first; others do neither", async ({ db }) => {
  const [first, second] = [await send(db, "grace", "one"), await send(db, "ada", "two")];
  assert.deepEqual(await pin(db, "grace", first), { changed: false, message: first });
  assert.deepEqual(await pin(db, "mallory", first), { changed: false, message: undefined });
  assert.equal((await pin(db, "ada", first, 10)).message?.pinnedAt, "1970-01-01T00:00:00.010Z");
  await makeOrganizer(db, "grace");
  // Pages continue after a time, which no two have.
  assert.equal((await pin(db, "grace", second, 10)).message?.pinnedAt, "1970-01-01T00:00:00.011Z");
  assert.equal((await pin(db, "ada", second, 30)).changed, false);
  const listed = async (viewer: string) => (await listPinned(db, viewer, "engine"))?.messages.map(({ id }) => id);
  assert.deepEqual(await listed("grace"), [second.id, first.id]);
  assert.equal(await listed("mallory"), undefined);
  assert.equal((await pin(db, "grace", second, null)).message?.pinnedAt, null);
  assert.equal((await pin(db, "grace", second, null)).changed, false);
  assert.deepEqual(await listed("ada"), [first.id]);
  assert.deepEqual(await revs(db), [3, 5]);
});

test("rev rises by exactly one with each message and each change, also when they are made at once", async ({ db }) => {
  await insertGroup(db, "ada", { id: "other", groupName: "Other", description: null }, 1);
  const messages = await Promise.all(Array.from({ length: 5 }, (_, n) => send(db, "ada", `${n}`)));
  const [one, two, three] = messages;
  const results = await Promise.all([
    edit(db, "ada", one, "one"),
    send(db, "grace", "new"),
    react(db, "ada", two),
    send(db, "ada", "elsewhere", { groupId: "other" }),
    react(db, "ada", two),
    erase(db, "grace", three),
    pin(db, "ada", three),
    edit(db, "grace", one, "not hers"),
    erase(db, "ada", three),
    takeBack(db, "ada", two),
    send(db, "grace", "new"),
  ]);
  const made = results.flatMap((one) => "rev" in one ? [one] : one.changed ? [one.message!] : []);
  assert.deepEqual(made.filter(({ groupId }) => groupId === "engine").map(({ rev }) => rev), [6, 7, 8, 9, 10, 11, 7]);
  assert.deepEqual(made.filter(({ groupId }) => groupId === "other").map(({ rev }) => rev), [1]);
  assert.deepEqual((await revs(db)).toSorted((a, b) => a - b), [4, 5, 6, 7, 10, 11]);
});

test("catching up gives each new and each changed message once, as it is now, in the order of rev", async ({ db }) => {
  const [one, two, three] = [
    await send(db, "ada", "one"),
    await send(db, "ada", "two"),
    await send(db, "ada", "three"),
  ];
  await edit(db, "ada", one, "ONE");
  await react(db, "grace", one);
  await erase(db, "ada", two);
  await send(db, "grace", "four");
  const after = async (rev: number, viewer = "grace") =>
    await listChanges(db, viewer, { groupId: "engine", after: rev });
  const all = await after(3);
  const expected = [[1, 5, "ONE"], [2, 6, ""], [4, 7, "four"]];
  assert.deepEqual(all?.messages.map(({ seq, rev, content }) => [seq, rev, content]), expected);
  assert.deepEqual([all?.rev, all?.hasMore], [7, false]);
  assert.deepEqual(all?.messages[0], await see(db, one));
  assert.deepEqual((await after(0))?.messages.map(({ seq }) => seq), [3, 1, 2, 4]);
  assert.deepEqual(await after(7), { messages: [], rev: 7, hasMore: false });
  assert.equal(await after(0, "mallory"), undefined);
  assert.equal(await after(7, "mallory"), undefined);
  assert.equal(three.rev, 3);
});

test("catching up goes on page by page, from the rev of the page before", async ({ db }) => {
  const messages = await Promise.all(Array.from({ length: 150 }, (_, n) => send(db, "ada", `${n}`)));
  await edit(db, "ada", messages[0], "edited");
  const first = (await listChanges(db, "grace", { groupId: "engine", after: 0 }))!;
  assert.deepEqual([first.messages.length, first.rev, first.hasMore], [100, 101, true]);
  // Seen on the first page, and changed after that.
  await edit(db, "ada", messages[1], "edited too");
  const second = (await listChanges(db, "grace", { groupId: "engine", after: first.rev }))!;
  assert.deepEqual([second.messages.length, second.rev, second.hasMore], [51, 152, false]);
  assert.deepEqual(second.messages.slice(-2).map(({ content }) => content), ["edited", "edited too"]);
});

test("a reply has the beginning of what it replies to, as that is now, or the name of its file, and nothing once it is deleted", async ({ db }) => {
  const asked = await send(db, "ada", `Which\nchapter? ${"x".repeat(200)}`);
  const reply = await send(db, "grace", "The ninth", { replyTo: asked.id });
  const quote = { id: asked.id, seq: 1, username: "ada", excerpt: `Which chapter? ${"x".repeat(105)}` };
  assert.deepEqual(reply.replyTo, quote);
  await edit(db, "ada", asked, "Which page?");
  assert.deepEqual((await see(db, reply)).replyTo, { ...quote, excerpt: "Which page?" });
  await erase(db, "ada", asked);
  assert.deepEqual((await see(db, reply)).replyTo, { ...quote, excerpt: "" });
  const late = await send(db, "grace", "To a deleted one", { replyTo: asked.id });
  assert.deepEqual(late.replyTo, { ...quote, excerpt: "" });
  const file = await send(db, "ada", "", { files: [await upload(db, "sketch", "ada")] });
  const thanks = await send(db, "grace", "Thank you", { replyTo: file.id });
  assert.equal(thanks.replyTo?.excerpt, "sketch.pdf");
  await erase(db, "ada", file);
  assert.equal((await see(db, thanks)).replyTo?.excerpt, "");
});

test("a reply to a message of another group, or to none, is not stored", async ({ db }) => {
  await insertGroup(db, "ada", { id: "other", groupName: "Other", description: null }, 1);
  const elsewhere = await send(db, "ada", "elsewhere", { groupId: "other" });
  for (const replyTo of [elsewhere.id, "none"]) assert.equal(await send(db, "ada", "Yes", { replyTo }), undefined);
  assert.deepEqual(await revs(db), []);
});

test("a message mentions members, each once, but not its author; an edit mentions whom the new text mentions, and nobody else", async ({ db }) => {
  const message = await send(db, "ada", "@grace, @Grace. @ada @mallory @nobody ada@grace.example (@grace)");
  assert.deepEqual(message.mentions, ["grace"]);
  assert.deepEqual((await send(db, "ada", "grace@example.org and @grace.hopper")).mentions, []);
  await store(db, person("Dot", { username: "grace." }), person("Long", { username: "grace.hopper" }));
  for (const userId of ["dot", "long"]) await insertMember(db, "ada", { groupId: "engine", userId }, 3);
  assert.deepEqual((await send(db, "ada", "Ask @grace.hopper.")).mentions, ["long"]);
  assert.deepEqual((await send(db, "ada", "Ask @grace.")).mentions.toSorted(), ["dot", "grace"]);
  await store(db, person("Nora"));
  await insertMember(db, "ada", { groupId: "engine", userId: "nora" }, 3);
  const asked = await send(db, "ada", "@grace?");
  assert.deepEqual((await edit(db, "ada", asked, "@nora?")).message?.mentions, ["nora"]);
  await edit(db, "grace", asked, "@grace?");
  assert.deepEqual((await see(db, asked)).mentions, ["nora"]);
  assert.deepEqual((await edit(db, "ada", asked, "nobody")).message?.mentions, []);
});

test("the same text of the same author within a second is stored once, also of many at once, but not after the clock was set back", async ({ db }) => {
  const first = await send(db, "ada", "Hello", { clientId: "1", at: 10_000 });
  assert.deepEqual(await send(db, "ada", "Hello", { clientId: "2", at: 11_000 }), first);
  assert.deepEqual(await send(db, "ada", "Hello", { at: 11_000 }), first);
  assert.equal((await send(db, "ada", "Hello", { clientId: "3", at: 11_001 })).seq, 2);
  assert.equal((await send(db, "ada", "Hello", { at: 1_000 })).seq, 3);
  const sent = await Promise.all(Array.from({ length: 20 }, (_, n) => send(db, "ada", "Hi", { clientId: `hi ${n}` })));
  for (const one of sent) assert.deepEqual(one, sent[0]);
  assert.deepEqual(await revs(db), [1, 2, 3, 4]);
});

test("another text, author or group, a deleted message and one with files are no duplicates", async ({ db }) => {
  await insertGroup(db, "ada", { id: "other", groupName: "Other", description: null }, 1);
  const first = await send(db, "ada", "Hello");
  assert.equal((await send(db, "ada", "hello")).seq, 2);
  assert.equal((await send(db, "grace", "Hello")).seq, 3);
  assert.equal((await send(db, "ada", "Hello", { groupId: "other" })).seq, 1);
  for (const [n, id] of ["one", "two"].entries()) {
    assert.equal((await send(db, "ada", "Hello", { files: [await upload(db, id, "ada")] })).seq, 4 + n);
  }
  await erase(db, "ada", first);
  assert.equal((await send(db, "ada", "Hello")).seq, 6);
});
