import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { insertBook } from "../../../db/books/books.ts";
import { saveChapterPages, saveChapters } from "../../../db/reading/chapters.ts";
import { insertMessage } from "../../../db/chat/new_messages.ts";
import { type Db, openDb } from "../../../db/engine/client.ts";
import { deletePartOfGroup } from "../../../db/groups/deletion.ts";
import { closeAccount, deleteBatchOfPerson, leaveGroups } from "../../../db/account/deletion.ts";
import { setCopy } from "../../../db/reading/copies.ts";
import { abandonFile, claimMore, claimSpace, finishFile } from "../../../db/chat/files.ts";
import { deleteGroup, handOver } from "../../../db/groups/groups.ts";
import { removeListedBook, storeInReadingList } from "../../../db/reading/reading_list.ts";
import { addReaction, deleteMessage, editMessage, removeReaction } from "../../../db/chat/message_changes.ts";
import { migrate } from "../../../db/engine/migrate.ts";
import { deleteNoteAnswer, insertNoteAnswer, shareNote } from "../../../db/notes/shared_notes.ts";
import { deleteMark, insertMark, insertMarkAnswer, updateMark } from "../../../db/notes/marks.ts";
import { storeText } from "../../support/texts.ts";
import { saveNote } from "../../../db/notes/notes.ts";
import { deleteQuestion, insertQuestion, saveAnswer } from "../../../db/reading/questions.ts";
import { bytesOfAccount } from "../../../db/account/storage.ts";
import { migrateUpTo } from "../../support/former_tables.ts";
import { folder } from "../../support/operate.ts";
import { addedUp, counted } from "../../support/storage.ts";
import { test } from "../../support/db.ts";
import { withForm } from "../../../server/writing/mod.ts";
import { listedBook } from "../../support/reading_list.ts";

const groupId = "engine";
const here = { bookId: "sketch", pageNumber: 1 };
const place = (id: string) => ({ groupId, id });
const message = (id: string, userId: string, content = "Cartes perforées") => (
  { id, groupId, userId, content, clientId: id }
);
const note = (content: string) => ({ ...here, content, baseUpdatedAt: undefined });
/** What people do, one after the other. */
const steps: Record<string, (db: Db) => Promise<unknown>> = {
  "a book": (db) =>
    insertBook(db, "grace", {
      id: "sketch",
      groupId,
      title: "Sketch",
      author: "Menabrea",
      pageCount: 66,
      coverKey: null,
    }, 1),
  "messages": (db) =>
    Promise.all(["m1", "m2", "m3"].map((id) => insertMessage(db, message(id, "grace"), Number(id[1]) * 9999))),
  "one sent twice": (db) => insertMessage(db, message("m1", "grace"), 5),
  "an edit": (db) => editMessage(db, "grace", { ...place("m1"), content: "Cards" }, 6),
  "an edit that gives it a form": (db) => editMessage(db, "grace", { ...place("m1"), ...withForm("*Cards*") }, 7),
  "a message with a form": (db) => insertMessage(db, { ...message("m5", "grace"), ...withForm("**Mill**") }, 59_999),
  "a reaction": (db) => addReaction(db, "ada", { ...place("m1"), emoji: "🎉" }, 7),
  "another": (db) => addReaction(db, "ada", { ...place("m2"), emoji: "🎉" }, 7),
  "one taken back": (db) => removeReaction(db, "ada", { ...place("m1"), emoji: "🎉" }),
  "a deleted message with a reaction": (db) => deleteMessage(db, "grace", place("m2"), 8),
  "a note": (db) => saveNote(db, "grace", note("Über die Mühle"), 9),
  "one with a form": (db) => saveNote(db, "grace", { ...note(""), ...withForm("Über die *Mühle*") }, 10),
  "a longer one": (db) => saveNote(db, "grace", note("Über die Mühle und den Speicher"), 10),
  "an answer to it": async (db) => {
    await shareNote(db, "grace", { ...here, shared: true }, 11);
    const [{ id: noteId }] = await db.q.all<{ id: string }>("select id from notes");
    await insertNoteAnswer(db, "ada", { id: "a1", noteId, content: "Yes" }, 12);
    await insertNoteAnswer(db, "ada", { id: "a2", noteId, ...withForm("And *no*") }, 12);
    await deleteNoteAnswer(db, "ada", { noteId, id: "a1" });
  },
  "a highlight, an answer to it, and a longer note": async (db) => {
    const hash = "hash-of-sketch";
    await storeText(db, "sketch", [{ title: "One", paragraphs: ["Two."] }]);
    const words = { hash, from: 0, to: 9, exact: "Über", prefix: "", suffix: "" };
    const mark = { ...words, id: "m1", bookId: "sketch", color: "blue" as const, note: "", shared: true };
    await insertMark(db, "grace", mark, 12);
    await insertMark(db, "grace", { ...mark, id: "m2" }, 12);
    await insertMarkAnswer(db, "ada", { id: "ma1", markId: "m1", ...withForm("*Yes*") }, 12);
    await insertMarkAnswer(db, "ada", { id: "ma2", markId: "m2", content: "No" }, 12);
    await updateMark(db, "grace", { id: "m1", note: "*Longer*", form: withForm("*Longer*").form }, 13);
    await deleteMark(db, "grace", "m2");
  },
  "questions": async (db) => {
    const { form } = withForm("*Why?*");
    for (const id of ["q1", "q2"]) {
      await insertQuestion(db, "grace", {
        id,
        bookId: "sketch",
        position: 0,
        editionId: null,
        question: "*Why?*",
        form,
      }, 13);
    }
  },
  "an answer": (db) => saveAnswer(db, "ada", { questionId: "q1", ...withForm("`Looms`") }, 14),
  "another in its place": (db) => saveAnswer(db, "ada", { questionId: "q1", content: "Looms, I should say" }, 15),
  "a deleted question with its answer": (db) => deleteQuestion(db, "grace", "q1"),
  "a list of books": (db) =>
    storeInReadingList(db, "ada", { entries: [listedBook("l1", "Emma"), listedBook("l2", "Flatland")] }, 16),
  "the same again": (db) => storeInReadingList(db, "ada", { entries: [listedBook("l3", "Emma")] }, 17),
  "one removed": (db) => removeListedBook(db, "ada", "l2"),
  "contents": (db) =>
    saveChapters(db, "ada", { bookId: "sketch", given: [{ title: "Mill", page: 1 }, { title: "Store", page: 9 }] }, 1),
  "contents of a copy": async (db) => {
    await setCopy(db, "grace", { bookId: "sketch", copy: { id: "e", unit: "pages", pageCount: 99 } });
    await saveChapterPages(db, "grace", { bookId: "sketch", given: [{ title: "Mill", page: 2 }] });
  },
  "another title": (db) => saveChapters(db, "ada", { bookId: "sketch", given: [{ title: "The mill", page: 1 }] }, 1),
  "files": async (db) => {
    for (const id of ["f1", "f2", "f3"]) {
      await claimSpace(db, { id, groupId, userId: "grace", bytes: 100, most: 900 }, { quota: 9999, now: 18 });
    }
    await claimMore(db, { id: "f1", groupId, bytes: 300 }, { quota: 9999 });
    await finishFile(db, { id: "f1", name: "a", type: "text/plain", size: 350, width: null, height: null }, {
      storedSize: 350,
      hash: "",
    });
    await insertMessage(db, { ...message("m4", "grace"), files: ["f1"] }, 99_999);
    await abandonFile(db, "f2");
  },
  "a group handed over": (db) => handOver(db, "ada", { groupId, userId: "grace" }),
  "an empty note": (db) => saveNote(db, "grace", note(""), 19),
  "a deleted account": async (db) => {
    const mail = { id: "m", recipient: "", subject: "", text: "", html: "", createdAt: 5, dueAt: null };
    await closeAccount(db, "grace", { now: 20, email: "grace@example.org", mail, onlyIfDue: false });
    await leaveGroups(db, "grace");
    while (await deleteBatchOfPerson(db, "grace"));
  },
  "a deleted group": async (db) => {
    await deleteGroup(db, "ada", groupId);
    while (await deletePartOfGroup(db, groupId));
  },
};

test("what an account stores is counted as it is written, changed, handed over and deleted", async ({ db }) => {
  for (const [name, step] of Object.entries(steps)) {
    const before = await addedUp(db);
    await step(db);
    const { grace, ...after } = await addedUp(db);
    const { grace: graces, ...counts } = await counted(db);
    assert.deepEqual(counts, after, name);
    // What is left of a deleted account writes nothing any more.
    if (!name.startsWith("a deleted")) assert.equal(graces, grace, name);
    const isSame = ["one sent twice", "the same again"].includes(name);
    assert.equal(isDeepStrictEqual(before, { ...after, grace }), isSame, `${name} does something`);
  }
  assert.equal(await bytesOfAccount(db, "ada"), 500 + "Emma".length);
});

Deno.test("a database of the version before counts what is in it", async () => {
  await using home = await folder();
  const db = await openDb({ url: `file:${home.path}/test.db` });
  await migrateUpTo(db, "0010_doors_and_keys");
  const rows = [
    ...["ada", "grace", "mallory"].map((name) =>
      `insert into users (id, username, email, password_hash, created_at)
        values ('${name}', '${name}', '${name}', '', 1)`
    ),
    "insert into groups values ('engine', 'Engine', null, null, 'ada', 1, 1)",
    `insert into messages (id, group_id, seq, user_id, content, created_at, rev)
      values ('m', 'engine', 1, 'grace', 'é', 1, 1)`,
    "insert into reactions values ('m', 'grace', '🎉', 1)",
    `insert into books (id, group_id, title, description, page_count, categories, created_at)
      values ('b', 'engine', 'Sketch', 'é', 9, '["a"]', 1)`,
    "insert into notes (book_id, user_id, page_number, content, updated_at, id) values ('b', 'ada', 1, 'note', 1, 'n')",
    "insert into note_answers values ('na', 'n', 'grace', 'answer', 1)",
    "insert into questions values ('q', 'b', 'ada', 0, null, 'Why?', 1)",
    "insert into answers values ('q', 'grace', 'now', 'first', 1, 1)",
    `insert into library (id, user_id, key, title, author, status, created_at)
      values ('l', 'ada', 'k', 'Emma', 'Jane', 'read', 1)`,
    "insert into chapters values ('b', 0, 'Mill', 1)",
    "insert into editions (id, book_id, unit, page_count) values ('e', 'b', 'pages', 3)",
    "insert into edition_chapters values ('e', 'Mill', 1)",
    `insert into files (id, group_id, user_id, name, type, size, stored_size, created_at)
      values ('f', 'engine', 'grace', 'f', 't', 1, 1234, 1)`,
  ];
  for (const row of rows) await db.write([db.q.run(row)]);
  await migrate(db);
  const stored = await counted(db);
  assert.deepEqual(stored, await addedUp(db));
  assert.ok(stored.ada > stored.grace && stored.mallory === 0);
  await db.close();
});

test("many messages at once take no more than their author may store, and a deleted one gives room back", async ({ db }) => {
  const quota = 3 * 520;
  const send = (id: string, content = id.padEnd(20, "x"), userId = "grace") =>
    insertMessage(db, { ...message(id, userId, content), quota }, 1);
  const sent = await Promise.all(Array.from({ length: 9 }, (_, n) => send(`m${n}`)));
  assert.deepEqual(sent.map((stored) => stored !== undefined), [true, true, true, ...Array(6).fill(false)]);
  assert.equal(await bytesOfAccount(db, "grace"), quota);
  assert.ok(await send("m0"), "one that was sent before is still found");
  assert.ok(await send("mine", "Ada has room of her own", "ada"));
  const edit = (content: string) => editMessage(db, "grace", { ...place("m1"), content, quota }, 2);
  assert.deepEqual([(await edit("x".repeat(21))).changed, (await edit("x".repeat(19))).changed], [false, true]);
  await deleteMessage(db, "grace", place("m2"), 3);
  assert.ok((await edit("x".repeat(40))).changed);
});

test("files, books and contents fill nine tenths of what who made the group may store: the rest is for their own words", async ({ db }) => {
  const claim = (id: string, bytes: number) =>
    claimSpace(db, { id, groupId, userId: "grace", bytes }, { quota: 1e9, accountQuota: 10_000, now: 1 });
  assert.deepEqual([await claim("f1", 8501), await claim("f2", 8500), await claim("f3", 0)], [false, true, false]);
  assert.equal(await claimMore(db, { id: "f2", groupId, bytes: 1 }, { quota: 1e9, accountQuota: 10_000 }), false);
  const book = { id: "b", groupId, title: "Sketch", pageCount: 1, coverKey: null, quota: 10_000 };
  assert.equal(await insertBook(db, "grace", book, 1), undefined);
  assert.ok(await insertMessage(db, { ...message("m", "ada"), quota: 10_000 }, 1));
  assert.equal(await handOver(db, "ada", { groupId, userId: "grace", quota: 9999 }), false);
  assert.equal(await handOver(db, "ada", { groupId, userId: "grace", quota: 10_000 }), true);
});
