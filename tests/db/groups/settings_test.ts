import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { insertBook } from "../../../db/books/books.ts";
import { editMessage } from "../../../db/chat/message_changes.ts";
import { unlimited } from "../../../db/account/storage.ts";
import type { Db } from "../../../db/engine/client.ts";
import { findGroup, findGroupWithSteps, findMemberPage, insertGroup, listGroups } from "../../../db/groups/groups.ts";
import { insertMember, setRole } from "../../../db/groups/members.ts";
import { findSettings, saveInOverview, saveSettings, saveSharesPages } from "../../../db/groups/settings.ts";
import { findOverview, listUnanswered } from "../../../db/reading/overview.ts";
import { savePlan } from "../../../db/reading/plan.ts";
import { saveProgress } from "../../../db/reading/progress.ts";
import { findReader, listSharingReaders, savePageSharing } from "../../../db/reading/readers.ts";
import { insertQuestion, saveAnswer } from "../../../db/reading/questions.ts";
import { listOverviewGroups } from "../../../db/site/overview.ts";
import * as readingLimits from "../../../server/contract/reading/limits.ts";
import { type Settings, usualSettings } from "../../../server/contract/groups/settings_shapes.ts";
import { ownPages, positionOf, textEnd } from "../../../server/contract/reading/positions.ts";
import { test } from "../../support/db.ts";
import { person, store } from "../../support/people.ts";
import { trySend } from "../../support/talking.ts";

const set = (db: Db, changes: Partial<Settings>) => saveSettings(db, "ada", "engine", changes);
const settingsFor = async (db: Db, viewer: string) => (await findSettings(db, viewer, "engine"))?.settings;

/** Nora is a member too, and Grace an organizer. */
async function join(db: Db): Promise<void> {
  await store(db, person("Nora"));
  await insertMember(db, "ada", { groupId: "engine", userId: "nora" }, 3);
  await setRole(db, "ada", { groupId: "engine", userId: "grace", role: "organizer" });
}

const shelve = (db: Db, ...ids: string[]) =>
  Promise.all(
    ids.map((id) => insertBook(db, "ada", { id, groupId: "engine", title: id, pageCount: 100, coverKey: null }, 1)),
  );

test("settings are the usual ones until an organizer changes some, and the others stay", async ({ db }) => {
  await join(db);
  assert.deepEqual(await settingsFor(db, "nora"), usualSettings);
  const quietHours = { from: "22:00", to: "07:05", timeZone: "Europe/London" };
  assert.ok(await saveSettings(db, "grace", "engine", { plan: "organizers", quietHours }));
  assert.ok(await set(db, { everyone: true }));
  const changed = { ...usualSettings, plan: "organizers", everyone: true, quietHours };
  assert.deepEqual(await settingsFor(db, "nora"), changed);
  assert.ok(await set(db, {}));
  assert.ok(!await saveSettings(db, "nora", "engine", { everyone: false }));
  assert.ok(!await saveSettings(db, "mallory", "engine", { everyone: false }));
  assert.deepEqual(await settingsFor(db, "ada"), changed);
  assert.equal(await settingsFor(db, "mallory"), undefined);
  await set(db, { quietHours: null });
  assert.equal((await settingsFor(db, "ada"))!.quietHours, null);
});

test("a group says with its chat whether the viewer adds books to it, and mentions all its members", async ({ db }) => {
  await join(db);
  const may = (what: "mayAddBooks" | "mayMentionAll") =>
    Promise.all(
      ["ada", "grace", "nora"].map(async (viewer) =>
        (await findGroupWithSteps(db, viewer, "engine", { most: 9 }))![what]
      ),
    );
  assert.deepEqual([await may("mayAddBooks"), await may("mayMentionAll")], [[true, true, true], [false, false, false]]);
  await set(db, { shelf: "organizers", everyone: true });
  assert.deepEqual([await may("mayAddBooks"), await may("mayMentionAll")], [[true, true, false], [true, true, false]]);
});

test("where the list of members is for organizers, the others see them, themselves, and how many they are", async ({ db }) => {
  await join(db);
  await store(db, person("Eve"));
  await insertMember(db, "ada", { groupId: "engine", userId: "eve" }, 4);
  const seenBy = async (viewer: string) => {
    const group = (await findGroup(db, viewer, "engine"))!;
    const [listed] = JSON.parse(await listGroups(db, viewer));
    const [{ faces }] = await listOverviewGroups(db, viewer);
    const ids = (members: { user: { id: string } }[]) => members.map(({ user }) => user.id).sort().join(" ");
    assert.equal(ids(listed.members), ids(group.members));
    assert.equal(faces.map(({ id }) => id).sort().join(" "), ids(group.members));
    return `${ids(group.members)} of ${group.memberCount}`;
  };
  const pageOf = (viewer: string, userId: string) => findMemberPage(db, viewer, { groupId: "engine", userId });
  assert.equal(await seenBy("nora"), "ada eve grace nora of 4");
  await set(db, { hideMembers: true });
  assert.equal(await seenBy("nora"), "ada grace nora of 4");
  assert.equal(await seenBy("grace"), "ada eve grace nora of 4");
  assert.deepEqual([await pageOf("nora", "eve"), await pageOf("nora", "grace"), await pageOf("grace", "eve")], [
    undefined,
    1,
    1,
  ]);
});

test("a member who agrees shares their page in every book they have not decided about, and stopping ends it in all", async ({ db }) => {
  await shelve(db, "one", "two");
  const copy = ownPages(100);
  const sharing = async (bookId: string) =>
    (await listSharingReaders(db, "ada", { bookId, copy })).map(({ user }) => user.id).join();
  const asked =
    async () => [(await findReader(db, "grace", "one"))!.sharesPage, await sharing("one"), await sharing("two")];
  assert.deepEqual(await asked(), [null, "", ""]);
  await savePageSharing(db, "grace", { bookId: "two", shared: false });
  const answer = (shared: boolean) => saveSharesPages(db, "grace", { groupId: "engine", shared });
  await answer(true);
  assert.deepEqual(await asked(), [true, "grace", ""]);
  await savePageSharing(db, "grace", { bookId: "two", shared: true });
  await answer(false);
  assert.deepEqual(await asked(), [false, "", ""]);
  await savePageSharing(db, "grace", { bookId: "two", shared: true });
  await answer(false);
  assert.equal(await sharing("two"), "grace", "a no to the group is none to a book");
  assert.ok(!await saveSharesPages(db, "mallory", { groupId: "engine", shared: true }));
});

test("the overview has members who agreed, while it is on, and for organizers alone", async ({ db }) => {
  await join(db);
  await shelve(db, "emma");
  const agree = (userId: string, agreed = true) => saveInOverview(db, userId, { groupId: "engine", agreed }, 5);
  const shown = async (viewer = "ada") => await findOverview(db, viewer, { groupId: "engine", page: 1, today: 0 });
  assert.ok(!await agree("nora"), "nobody is asked");
  await set(db, { overview: true });
  await Promise.all([agree("nora"), agree("grace", false)]);
  const question = {
    id: "why",
    bookId: "emma",
    position: 0,
    editionId: null,
    question: "Why?",
    quota: unlimited,
  };
  await insertQuestion(db, "ada", question, 1);
  await saveProgress(db, "nora", { bookId: "emma", currentPage: 50, position: positionOf(ownPages(100), 50) }, 1000);
  await saveAnswer(db, "nora", { questionId: "why", content: "So", quota: unlimited }, 1);
  const { books, readers, notAgreed, notAnswered, waiting, hasMore } = await shown();
  assert.deepEqual(books, [{ id: "emma", title: "emma", questions: 1, expectedPage: null }]);
  assert.deepEqual(readers.map(({ user, books }) => [user.id, books]), [[
    "nora",
    [{ bookId: "emma", page: 50, percent: 50, lastReadAt: "1970-01-01T00:00:01.000Z", answered: 1 }],
  ]]);
  assert.deepEqual([notAgreed, notAnswered, hasMore], [2, 1, false]);
  assert.deepEqual(waiting.map(({ id }) => id), ["ada"], "Grace has said no");
  for (const viewer of ["nora", "mallory"]) {
    const { readers, books, waiting, notAnswered } = await shown(viewer);
    assert.deepEqual([readers, books, waiting, notAnswered], [[], [], [], 0], viewer);
    assert.deepEqual(await listUnanswered(db, viewer, "engine"), []);
  }
  await agree("nora", false);
  assert.deepEqual((await shown()).readers, []);
  await agree("nora");
  await set(db, { overview: false });
  const { readers: none, waiting: nobody, notAnswered: noAnswer } = await shown();
  assert.deepEqual([none, nobody, noAnswer], [[], [], 0]);
  await set(db, { overview: true });
  assert.equal((await shown()).readers.length, 1, "switching it off has cleared nothing");
});

test("the overview says where the plan is, and is sorted by a book of the group and by no other", async ({ db }) => {
  await join(db);
  await shelve(db, "emma");
  await set(db, { overview: true });
  await insertGroup(db, "ada", { id: "elsewhere", groupName: "Elsewhere", description: null }, 1);
  await insertMember(db, "ada", { groupId: "elsewhere", userId: "grace" }, 2);
  await insertBook(db, "ada", {
    id: "other",
    groupId: "elsewhere",
    title: "other",
    pageCount: 100,
    coverKey: null,
  }, 1);
  const read = (userId: string, bookId: string, currentPage: number) =>
    saveProgress(db, userId, { bookId, currentPage, position: positionOf(ownPages(100), currentPage) }, 1000);
  for (const userId of ["ada", "grace", "nora"]) {
    await saveInOverview(db, userId, { groupId: "engine", agreed: true }, 5);
  }
  await read("ada", "emma", 90);
  await read("grace", "emma", 20);
  await read("ada", "other", 90);
  await read("grace", "other", 20);
  await savePlan(db, "ada", { bookId: "emma", startsOn: "1970-01-01", targetOn: "1970-01-10", days: everyDay }, 1);
  const shown = (by?: string) => findOverview(db, "ada", { groupId: "engine", page: 1, by, today: 2 });
  const order = async (by?: string) => (await shown(by)).readers.map(({ user }) => user.id).join(" ");
  assert.equal((await shown()).books[0].expectedPage, 30);
  assert.equal(await order("emma"), "nora grace ada");
  assert.equal(await order("other"), await order());
});

const everyDay = [0, 1, 2, 3, 4, 5, 6];

test("@everyone mentions all members, where it is on and an organizer writes it", async ({ db }) => {
  await join(db);
  const mentions = async (author: string, text: string) => (await trySend(db, author, text))!.mentions.sort().join(" ");
  assert.equal(await mentions("ada", "Hello @everyone."), "");
  await set(db, { everyone: true });
  assert.equal(await mentions("ada", "Hello again, @everyone."), "grace nora");
  assert.equal(await mentions("grace", "@Everyone"), "ada nora");
  assert.equal(await mentions("nora", "@everyone and @grace"), "grace");
  const { id } = (await trySend(db, "ada", "Nobody"))!;
  const edit = async (content: string) => {
    const message = { id, groupId: "engine", content, quota: unlimited };
    return (await editMessage(db, "ada", message, Date.now())).message!.mentions.sort().join(" ");
  };
  assert.deepEqual([await edit("@everyone"), await edit("@nora"), await edit("none")], ["grace nora", "nora", ""]);
  await set(db, { hideMembers: true });
  assert.equal(await mentions("ada", "@everyone, quietly"), "ada", "members do not see one another");
  const [{ count }] = await db.q.all<{ count: number }>(sql`select count(*) as count from mentions
    where message_id = (select id from messages order by seq desc limit 1)`);
  assert.equal(count, 2);
});

test("the overview has room for the books that were read last, by members who agreed", async ({ db }) => {
  await set(db, { overview: true });
  await saveInOverview(db, "ada", { groupId: "engine", agreed: true }, 5);
  const added = Array.from({ length: readingLimits.overview.books + 2 }, (_, n) => `book ${n}`);
  for (const [n, id] of added.entries()) {
    await insertBook(db, "ada", { id, groupId: "engine", title: id, pageCount: 100, coverKey: null }, n + 1);
  }
  await saveProgress(db, "ada", { bookId: "book 0", currentPage: 1, position: 1 }, 900);
  await saveProgress(db, "grace", { bookId: "book 1", currentPage: 1, position: 1 }, 950);
  const { books } = await findOverview(db, "ada", { groupId: "engine", page: 1, today: 0 });
  assert.deepEqual(books.map(({ id }) => id), ["book 0", ...added.slice(3).reverse()]);
});

test("a reader at the end of a book has read a hundred percent", async ({ db }) => {
  await shelve(db, "emma");
  await set(db, { overview: true });
  await saveInOverview(db, "ada", { groupId: "engine", agreed: true }, 5);
  await saveProgress(db, "ada", { bookId: "emma", currentPage: 100, position: textEnd }, 1);
  const { readers: [{ books: [{ percent }] }] } = await findOverview(db, "ada", {
    groupId: "engine",
    page: 1,
    today: 0,
  });
  assert.equal(percent, 100);
});
