import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { acceptRequest, declineRequest, deleteFriend, requestFriend } from "../../../db/people/friends.ts";
import { deleteGroup } from "../../../db/groups/groups.ts";
import { unlimited } from "../../../db/account/storage.ts";
import { insertBook } from "../../../db/books/books.ts";
import { removeBook, restoreBook } from "../../../db/books/removal.ts";
import { saveNote } from "../../../db/notes/notes.ts";
import { insertNoteAnswer, shareNote } from "../../../db/notes/shared_notes.ts";
import { setCopy } from "../../../db/reading/copies.ts";
import { saveProgress } from "../../../db/reading/progress.ts";
import { deleteMember } from "../../../db/groups/members.ts";
import {
  findDigest,
  insertDigest,
  listDueUsers,
  mailToken,
  saveMailSettings,
} from "../../../db/notices/mail_settings.ts";
import * as notices from "../../../db/notices/notices.ts";
import { markRead } from "../../../db/chat/read_marks.ts";
import {
  blocks,
  books,
  mails,
  members,
  mentions,
  messages,
  notes,
  notices as table,
  users,
} from "../../../db/schema.ts";
import { freshDb, plansOf } from "../../support/db.ts";
import { cast } from "../../support/people.ts";
import { inScene } from "../../support/in_scene.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

/** Ada, Grace, in Ada's group, and Mallory. */
async function withCast() {
  const fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
  let count = 0;
  /** Stores a notice; one of a message is about `m` and its `seq`, which mentions the user. */
  const add = async (userId: string, more: Partial<notices.NewNotice> = {}, now = 1) => {
    const id = `n${++count}`;
    const { seq } = more;
    const subject = seq ? `m${seq}` : id;
    if (seq) {
      const message = { id: subject, groupId: "engine", seq, userId: "ada", content: "Hello", createdAt: 1 };
      await db.write([
        db.q.insert(messages).values(message).onConflictDoNothing(),
        db.q.insert(mentions).values({ messageId: subject, userId, groupId: "engine", seq }).onConflictDoNothing(),
      ]);
    }
    const about = { kind: "friendAccepted", text: "Text", url: "/", subject } as const;
    return notices.insertNotices(db, { ...about, ...more, recipients: [{ id, userId }] }, now);
  };
  const group = { id: "engine", levels: ["all", "mentions"] as const };
  const of = async (userId: string) =>
    (await notices.listNotices(db, userId, { limit: 10 })).notices.map(({ id }) => id);
  const row = (id: string) => db.q.select().from(table).where(eq(table.id, id)).get();
  return { ...fresh, add, group, of, row };
}

const test = inScene(withCast);

const mentioned = { kind: "mention", seq: 3 } as const;

test("notices of a group are stored for members at a level that wants them, who have not read that far", async (scene) => {
  const { db, add, group, of } = scene;
  const set = (values: Partial<typeof members.$inferInsert>) =>
    db.write([db.q.update(members).set(values).where(eq(members.userId, "grace"))]);
  await add("mallory", { ...mentioned, group });
  await set({ notify: "none" });
  await add("grace", { ...mentioned, group });
  await set({ notify: "all", lastReadSeq: 3 });
  await add("grace", { ...mentioned, group });
  assert.deepEqual([await of("mallory"), await of("grace")], [[], []]);
  await set({ lastReadSeq: 2 });
  await add("grace", { ...mentioned, group });
  assert.deepEqual(await of("grace"), ["n4"]);
});

test("somebody is notified of one thing once, an unknown user of nothing, and notices are deleted after their time, in parts", async ({ db, add, of }) => {
  for (const stored of [1, 0]) assert.equal((await add("ada", { subject: "same" })).length, stored);
  assert.deepEqual(await add("nobody"), []);
  await add("ada", {}, 2);
  assert.equal(await notices.deleteOldNotices(db, 2), false);
  assert.deepEqual(await of("ada"), ["n4"]);
});

test("notices are listed from the newest, in parts, each user's own", async ({ db, add }) => {
  for (const now of [1, 2, 2, 3]) await add("ada", {}, now);
  await add("grace");
  const first = await notices.listNotices(db, "ada", { limit: 3 });
  assert.deepEqual([first.notices.map(({ id }) => id), first.hasMore], [["n4", "n3", "n2"], true]);
  const rest = await notices.listNotices(db, "ada", { limit: 3, before: "n2" });
  assert.deepEqual([rest.notices.map(({ id }) => id), rest.hasMore], [["n1"], false]);
  assert.deepEqual((await notices.listNotices(db, "ada", { limit: 3, before: "n5" })).notices, []);
});

test("who has notices of a group is listed for who made it, and for anybody else only whether they have", async (scene) => {
  const { db, add, group } = scene;
  await add("grace", { ...mentioned, group });
  const groupId = "engine";
  const { listNotified } = notices;
  for (const which of [{ groupId }, { groupId, userId: "grace" }]) {
    assert.deepEqual(await listNotified(db, "ada", which), ["grace"]);
    assert.deepEqual(await listNotified(db, "mallory", which), []);
  }
  assert.deepEqual(await listNotified(db, "grace", { groupId, userId: "grace" }), ["grace"]);
  assert.deepEqual(await listNotified(db, "grace", { groupId }), []);
});

test("only the reader's own notices are marked as read, and at most a hundred unread ones are counted", async (scene) => {
  const { db, add } = scene;
  await add("ada");
  await add("grace");
  assert.deepEqual(await notices.markNoticesRead(db, "ada", ["n1", "n2"], 5), ["n1"]);
  assert.deepEqual(await notices.markNoticesRead(db, "ada", ["n1"], 6), []);
  assert.equal(await notices.countUnreadNotices(db, "grace"), 1);
  for (let n = 0; n < 101; n++) await add("ada");
  assert.equal(await notices.countUnreadNotices(db, "ada"), 100);
  const counts = await notices.countUnreadNoticesOf(db, ["ada", "grace", "mallory"]);
  assert.deepEqual([...counts], [["ada", 100], ["grace", 1], ["mallory", 0]]);
  assert.equal((await notices.markNoticesRead(db, "ada", "all", 7)).length, 101);
});

test("reading a group reads its notices up to there, also where its messages were read", async ({ db, add, group }) => {
  const read = async (seq: number) => {
    const { hasRisen, noticeIds } = (await markRead(db, "grace", { groupId: "engine", seq }, 5))!;
    return [hasRisen, noticeIds.sort()];
  };
  for (const seq of [1, 2, 3]) await add("grace", { kind: "mention", group, seq });
  await add("grace", { kind: "addedToGroup", group });
  await add("grace");
  await add("ada", { kind: "mention", group, seq: 1 });
  assert.deepEqual(await read(2), [true, ["n1", "n2", "n4"]]);
  assert.deepEqual(await read(2), [false, []]);
  await add("grace", { kind: "addedToGroup", group });
  assert.deepEqual(await read(2), [false, ["n7"]]);
  assert.equal(await markRead(db, "mallory", { groupId: "engine", seq: 2 }, 5), undefined);
});

test("notices go with what they are about: a message, a membership, a group, a request, a friendship", async (scene) => {
  const { db, add, group, of } = scene;
  await add("grace", { ...mentioned, group });
  await db.write([db.q.update(messages).set({ deletedAt: 5, content: "" })]);
  assert.deepEqual(await of("grace"), []);
  for (
    const end of [
      () => deleteMember(db, "grace", { groupId: "engine", userId: "grace" }),
      () => deleteGroup(db, "ada", "engine"),
    ]
  ) {
    await add("grace", { kind: "addedToGroup", group });
    await add("ada", { kind: "addedToGroup", group });
    await end();
    assert.deepEqual(await of("grace"), []);
  }
  assert.deepEqual(await of("ada"), []);
  for (const answer of [acceptRequest, declineRequest]) {
    await requestFriend(db, "ada", { id: "r", receiverId: "grace" }, 1);
    await add("grace", { kind: "friendRequest", subject: "r" });
    await answer(db, "mallory", "r", 2);
    assert.equal((await of("grace")).length, 1);
    await answer(db, "grace", "r", 2);
    assert.deepEqual(await of("grace"), []);
    await add("ada", { kind: "friendAccepted", subject: "r" });
    await deleteFriend(db, "ada", "grace");
    if (answer === acceptRequest) assert.deepEqual(await of("ada"), []);
  }
});

test("an answer to a note is quoted to readers who may read the note, and to nobody once its book is removed", async (scene) => {
  const { db, add } = scene;
  const emma = { id: "emma", groupId: "engine", title: "Emma", pageCount: 100, coverKey: null };
  await insertBook(db, "ada", emma, 1);
  await saveNote(
    db,
    "ada",
    { bookId: "emma", pageNumber: 50, content: "Hm", baseUpdatedAt: undefined },
    1,
  );
  const [{ id: noteId }] = await db.q.select({ id: notes.id }).from(notes);
  await shareNote(db, "ada", { bookId: "emma", pageNumber: 50, shared: true }, 2);
  await insertNoteAnswer(db, "grace", { id: "answer", noteId: noteId!, content: "Indeed", quota: unlimited }, 3);
  for (const name of ["ada", "grace", "mallory"]) await add(name, { kind: "reply", subject: "answer" });
  const quoted = async () => {
    const lists = await Promise.all(["ada", "grace", "mallory"].map((name) => notices.listNotices(db, name)));
    return lists.map(({ notices: [{ excerpt }] }) => excerpt);
  };
  assert.deepEqual(await quoted(), ["Indeed", null, null]);
  await saveProgress(db, "grace", { bookId: "emma", currentPage: 50, position: 500_000_000 }, 4);
  assert.deepEqual(await quoted(), ["Indeed", "Indeed", null]);
  await removeBook(db, "ada", "emma", 5);
  assert.deepEqual(await quoted(), [null, null, null]);
});

test("an edited message loses the notices of those whom it mentions no more; mentioned again, they get one again", async (scene) => {
  const { db, add, group, of } = scene;
  await add("grace", { ...mentioned, group });
  await add("ada", { ...mentioned, group });
  await db.write([db.q.delete(mentions).where(eq(mentions.userId, "grace"))]);
  const edited = { id: "m3", groupId: "engine", seq: 3 };
  assert.deepEqual((await notices.deleteFormerMentions(db, edited)).map(({ id }) => id), ["n1"]);
  assert.deepEqual([await of("grace"), await of("ada")], [[], ["n2"]]);
  await db.write([db.q.insert(mentions).values({ messageId: "m3", userId: "grace", groupId: "engine", seq: 3 })]);
  await add("grace", { ...mentioned, group });
  assert.deepEqual(await of("grace"), ["n3"]);
});

test("no notice is stored of a mention that was edited away meanwhile, nor of a deleted message", async (scene) => {
  const { db, group, of } = scene;
  const store = (kind: "mention" | "reply") =>
    notices.insertNotices(
      db,
      { kind, text: "Text", url: "/", subject: "m", group, seq: 1, recipients: [{ id: kind, userId: "grace" }] },
      1,
    );
  const message = { id: "m", groupId: "engine", seq: 1, userId: "ada", content: "Hello", createdAt: 1 };
  await db.write([db.q.insert(messages).values(message)]);
  assert.deepEqual(await store("mention"), []);
  await db.write([db.q.update(messages).set({ deletedAt: 5, content: "" })]);
  assert.deepEqual(await store("reply"), []);
  await db.write([db.q.update(messages).set({ deletedAt: null })]);
  await store("reply");
  assert.deepEqual(await of("grace"), ["reply"]);
});

test("users whose mails are due are listed in parts", async ({ db, add }) => {
  for (const name of ["mallory", "ada", "grace"]) await add(name, {}, 0);
  assert.deepEqual(await listDueUsers(db, day, { after: "", limit: 2 }), ["ada", "grace"]);
  assert.deepEqual(await listDueUsers(db, day, { after: "grace", limit: 2 }), ["mallory"]);
});

test("a notice is mailed after fifteen minutes, a mention an hour after the last one, and the rest a day", async (scene) => {
  const { db, add, group, row } = scene;
  await add("grace", { ...mentioned, group }, 0);
  await add("grace", {}, 0);
  assert.deepEqual([(await row("n1"))!.mailAt, (await row("n2"))!.mailAt], [15 * minute, 15 * minute]);
  assert.deepEqual(await listDueUsers(db, 15 * minute - 1, { after: "", limit: 5 }), []);
  assert.deepEqual(await listDueUsers(db, 15 * minute, { after: "", limit: 5 }), ["grace"]);
  await send(db, "grace", 15 * minute);
  await add("grace", { kind: "reply", group, seq: 4 }, 16 * minute);
  await add("grace", {}, 16 * minute);
  assert.deepEqual([(await row("n3"))!.mailAt, (await row("n4"))!.mailAt], [75 * minute, 15 * minute + day]);
});

/** Adds the mail of all that is due for somebody. */
async function send(db: Parameters<typeof insertDigest>[0], userId: string, now: number, id = "digest") {
  await mailToken(db, userId, `token of ${userId}`);
  const { due, parts } = await findDigest(db, userId, now);
  const mail = { id, recipient: "x@example.org", subject: "", text: "", html: "", createdAt: now, dueAt: now };
  const noticeIds = due.map(({ id }) => id);
  return { due, isAdded: await insertDigest(db, { userId, noticeIds, parts, mail }, now) };
}

test("a mail about notices is added once, and not after one of them was read", async ({ db, add, row }) => {
  await add("grace", {}, 0);
  await add("grace", {}, 0);
  const { due, parts } = await findDigest(db, "grace", day);
  const digest = (id: string) => ({
    userId: "grace",
    noticeIds: due.map(({ id }) => id),
    parts,
    mail: { id, recipient: "x@example.org", subject: "", text: "", html: "", createdAt: day, dueAt: day },
  });
  await notices.markNoticesRead(db, "grace", ["n1"], day);
  assert.equal(await insertDigest(db, digest("first"), day), false);
  assert.ok((await row("n2"))!.mailAt, "the other one still waits");
  const added = await Promise.all([send(db, "grace", day, "second"), send(db, "grace", day, "third")]);
  assert.deepEqual(added.map(({ isAdded }) => isAdded).sort(), [false, true]);
  assert.equal((await db.q.select().from(mails)).length, 1);
  assert.deepEqual(await listDueUsers(db, 10 * day, { after: "", limit: 5 }), []);
});

test("what is not wanted by mail is not mailed, also where it was about to be, and nothing to an address that is not verified", async ({ db, add, group, row }) => {
  await add("grace", { ...mentioned, group }, 0);
  await add("grace", {}, 0);
  await saveMailSettings(db, "grace", { mentions: false, digest: true }, "token");
  assert.deepEqual([(await row("n1"))!.mailAt, (await row("n2"))!.mailAt], [null, 15 * minute]);
  await saveMailSettings(db, "grace", { mentions: true, digest: false }, "another");
  assert.equal((await row("n2"))!.mailAt, null);
  await add("grace", {}, 0);
  assert.equal((await row("n3"))!.mailAt, null);
  assert.equal(await mailToken(db, "grace", "a third"), "token");
  await db.write([db.q.update(users).set({ verifiedAt: null }).where(eq(users.id, "ada"))]);
  await add("ada", {}, 0);
  assert.equal((await row("n4"))!.mailAt, null);
});

test("whose notices are due to be mailed is found among those that are to be mailed, not among all unread ones", async ({ db }) => {
  const [[detail]] = await plansOf(db, () => listDueUsers(db, 1, { after: "", limit: 100 }));
  assert.match(detail, /USING (COVERING )?INDEX notices_mail/);
});

test("a notice has the face of the person whose act it is, and the text only as far as its reader may see it", async ({ db, add, group }) => {
  const of = async () =>
    (await notices.listNotices(db, "grace")).notices.map(({ actor, excerpt }) => [actor?.id, excerpt]);
  await add("grace", { ...mentioned, group, by: "ada" });
  await add("grace");
  assert.deepEqual(new Set(await of()), new Set([[undefined, null], ["ada", "Hello"]]));
  const [notice] = (await notices.listNotices(db, "grace")).notices.filter(({ kind }) => kind === "mention");
  assert.deepEqual((await notices.findNotified(db, [{ id: notice.id, userId: "grace" }])).get("grace"), notice);
  const excerpt = async () => (await of()).find(([id]) => id === "ada")?.[1];
  const [book] = await db.q.select({ id: books.id }).from(books).limit(1);
  await db.write([db.q.update(messages).set({ anchorBookId: book?.id ?? "book", anchorPosition: 9 })]);
  assert.equal(await excerpt(), null, "about a page ahead");
  await db.write([db.q.update(messages).set({ anchorBookId: null, anchorPosition: null })]);
  await db.write([db.q.insert(blocks).values({ userId: "grace", blockedId: "ada", createdAt: 1 })]);
  assert.equal(await excerpt(), null, "by somebody blocked");
});

test("a notice of a text about a page ahead names the book and the page in its reader's copy, to members alone, and in the mail too", async ({ db, add, group }) => {
  await insertBook(db, "ada", { id: "dune", groupId: "engine", title: "Dune", pageCount: 600, coverKey: null }, 1);
  const text = "Ada mentioned you in Analytical Engine";
  await add("grace", { ...mentioned, group, text });
  await db.write([db.q.update(messages).set({ anchorBookId: "dune", anchorPosition: 200_000_000 })]);
  const read = async () => (await notices.listNotices(db, "grace")).notices.map(({ text, excerpt }) => [text, excerpt]);
  assert.deepEqual(await read(), [[`${text}, on page 120 of “Dune”`, null]]);
  await setCopy(db, "grace", { bookId: "dune", copy: { id: "audio", unit: "minutes", pageCount: 1000 } });
  assert.deepEqual(await read(), [[`${text}, at minute 200 of “Dune”`, null]]);
  assert.deepEqual((await findDigest(db, "grace", day)).due.map(({ place }) => place), ["at minute 200 of “Dune”"]);
  await removeBook(db, "ada", "dune", 2);
  assert.deepEqual(await read(), [[text, null]], "a removed book");
  await restoreBook(db, "ada", "dune", 3);
  await saveProgress(db, "grace", { bookId: "dune", currentPage: 120, position: 200_000_000 }, 4);
  assert.deepEqual(await read(), [[text, "Hello"]], "they are there");
  await db.write([db.q.update(messages).set({ anchorPosition: 900_000_000 })]);
  await deleteMember(db, "ada", { groupId: "engine", userId: "grace" });
  assert.deepEqual(await read(), [], "nothing of a group that they are not in");
});

test("a second thing of one kind counts up an unread notice, and begins a read one anew", async ({ db }) => {
  const about = { kind: "question", subject: "emma", url: "/", group: { id: "engine", levels: ["all"] } } as const;
  const ask = (by: string, now: number) =>
    notices.insertNotices(db, {
      ...about,
      by,
      text: "Grace asked about “Emma”",
      many: { before: "", after: " new questions in “Emma”" },
      recipients: [{ id: crypto.randomUUID(), userId: "ada" }],
    }, now);
  const read = async () => {
    const { notices: [{ text, actor }], unread } = await notices.listNotices(db, "ada");
    return [text, actor?.username, unread];
  };
  for (const now of [1, 2]) await ask("grace", now);
  assert.deepEqual(await read(), ["2 new questions in “Emma”", "grace", 1]);
  await ask("ada", 3);
  assert.deepEqual(await read(), ["3 new questions in “Emma”", undefined, 1]);
  await notices.markNoticesRead(db, "ada", "all", 4);
  await ask("grace", 5);
  assert.deepEqual(await read(), ["Grace asked about “Emma”", "grace", 1]);
});
