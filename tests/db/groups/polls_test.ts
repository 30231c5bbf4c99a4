import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { deleteBatchOfPerson } from "../../../db/account/deletion.ts";
import { insertBook } from "../../../db/books/books.ts";
import { removeBook } from "../../../db/books/removal.ts";
import { updateBook } from "../../../db/books/shelf.ts";
import { listMessages } from "../../../db/chat/messages.ts";
import type { Db } from "../../../db/engine/client.ts";
import { listArchivedPolls } from "../../../db/groups/archive.ts";
import { deletePartOfGroup } from "../../../db/groups/deletion.ts";
import { deleteGroup } from "../../../db/groups/groups.ts";
import { insertMember, setRole } from "../../../db/groups/members.ts";
import { areShelved, insertPoll, type NewPollRow } from "../../../db/groups/new_polls.ts";
import {
  correctWinner,
  endPoll,
  findWinner,
  listDue,
  listDueBallots,
  settlePoll,
} from "../../../db/groups/poll_closing.ts";
import { listBallots, parseBallots, saveVote, selectBallots } from "../../../db/groups/poll_votes.ts";
import { deletePoll, findPoll, listPolls } from "../../../db/groups/polls.ts";
import { saveSettings } from "../../../db/groups/settings.ts";
import { polls as limits } from "../../../server/contract/groups/limits.ts";
import type { PollKind } from "../../../server/contract/groups/poll_shapes.ts";
import { pollTexts } from "../../../server/contract/groups/poll_texts.ts";
import { run } from "../../support/cast.ts";
import { plansOf, test } from "../../support/db.ts";
import { person, store } from "../../support/people.ts";

interface Made {
  kind?: PollKind;
  isSecret?: boolean;
  closesAt?: number | null;
  id?: string;
  by?: string;
}

const open = (db: Db, { kind = "one", isSecret = false, closesAt = null, id = "next", by = "ada" }: Made = {}) => {
  const options = ["emma", "ivanhoe", "middlemarch"].map((text) => ({ id: id + text, text }));
  const poll = {
    id,
    messageId: `${id} message`,
    groupId: "engine",
    question: "Next?",
    kind,
    isSecret,
    closesAt,
    options,
  };
  return isStored(db, by, poll);
};

const isStored = async (db: Db, by: string, poll: NewPollRow): Promise<boolean> =>
  await insertPoll(db, by, poll, 10) !== undefined;

const votesFor = async (db: Db, viewer: string, id = "next", now = 20) =>
  (await findPoll(db, viewer, id, now))?.options.map(({ votes }) => votes);

const nora = async (db: Db) => {
  await store(db, person("Nora"));
  await insertMember(db, "ada", { groupId: "engine", userId: "nora" }, 3);
};

test("members see how many voted for what once they have voted themselves, or it is closed, and Mallory never", async ({ db }) => {
  await nora(db);
  assert.equal(await open(db, { closesAt: 100 }), true);
  assert.equal(await saveVote(db, "ada", { id: "next", options: ["nextemma"] }, 20), true);
  assert.deepEqual(await votesFor(db, "grace"), [null, null, null]);
  const { rows: [listed] } = await listPolls(db, "grace", { groupId: "engine" }, 20);
  assert.deepEqual([listed.options.map(({ votes }) => votes), listed.voted, listed.winner], [
    [null, null, null],
    1,
    null,
  ]);
  assert.equal(await saveVote(db, "grace", { id: "next", options: ["nextivanhoe"] }, 20), true);
  assert.deepEqual(await votesFor(db, "grace"), [1, 1, 0]);
  assert.deepEqual(await votesFor(db, "nora"), [null, null, null]);
  assert.deepEqual(await votesFor(db, "nora", "next", 100), [1, 1, 0], "its time has come");
  assert.deepEqual([await votesFor(db, "mallory"), (await listPolls(db, "mallory", { groupId: "engine" }, 20)).rows], [
    undefined,
    [],
  ]);
  assert.equal(await saveVote(db, "mallory", { id: "next", options: ["nextemma"] }, 20), false);
});

test("a poll that is not secret shows faces once its results are seen, of members whom one may see, and a secret one never", async ({ db }) => {
  await nora(db);
  await open(db);
  await open(db, { id: "secret", isSecret: true });
  for (const id of ["next", "secret"]) {
    for (const who of ["grace", "nora"]) await saveVote(db, who, { id, options: [`${id}emma`] }, 20);
  }
  const faces = async (viewer: string, id = "next") =>
    (await findPoll(db, viewer, id, 20))!.options[0].voters?.map(({ id }) => id).toSorted();
  assert.deepEqual([await faces("ada"), await faces("grace")], [undefined, ["grace", "nora"]]);
  assert.deepEqual([await faces("grace", "secret"), await votesFor(db, "grace", "secret")], [undefined, [2, 0, 0]]);
  assert.equal((await listPolls(db, "grace", { groupId: "engine" }, 20)).rows[0].options[0].voters, null);
  await saveSettings(db, "ada", "engine", { hideMembers: true });
  assert.deepEqual(await faces("grace"), ["grace"], "she may not see Nora in the list of members");
});

test("a vote replaces the one before, also of two at once, and has only options of its poll, one where one is asked", async ({ db }) => {
  await open(db);
  await open(db, { id: "many", kind: "many" });
  await open(db, { id: "ranked", kind: "ranked" });
  const mine = async (id: string) => (await findPoll(db, "grace", id, 20))!.mine;
  const voteFor = (id: string, ...names: string[]) =>
    saveVote(db, "grace", { id, options: names.map((name) => id + name) }, 20);
  await Promise.all([voteFor("next", "emma"), voteFor("next", "ivanhoe")]);
  assert.deepEqual([await mine("next"), await votesFor(db, "grace")], [["nextivanhoe"], [0, 1, 0]]);
  assert.equal(await voteFor("next", "emma", "ivanhoe"), false);
  assert.equal(await saveVote(db, "grace", { id: "next", options: ["manyemma"] }, 20), false);
  assert.deepEqual(await mine("next"), ["nextivanhoe"], "what was refused changed nothing");
  assert.equal(await voteFor("many", "middlemarch", "emma"), true);
  assert.deepEqual(await mine("many"), ["manyemma", "manymiddlemarch"]);
  assert.equal(await voteFor("ranked", "middlemarch", "emma"), true);
  assert.deepEqual(await mine("ranked"), ["rankedmiddlemarch", "rankedemma"]);
  assert.deepEqual(await votesFor(db, "grace", "ranked"), [0, 0, 1], "the first choices");
});

test("a poll takes no vote from its time on, and is closed once, with the votes of members alone", async ({ db }) => {
  await nora(db);
  await open(db, { closesAt: 100, kind: "ranked" });
  for (const who of ["grace", "nora"]) await saveVote(db, who, { id: "next", options: ["nextemma"] }, 99);
  assert.equal(await saveVote(db, "ada", { id: "next", options: ["nextemma"] }, 100), false);
  assert.deepEqual([await listDue(db, 99), await listDue(db, 100, "other")], [[], []]);
  await run({ deps: { db } } as never, "delete from members where user_id = 'nora'");
  const [due] = await listDue(db, 100, "engine");
  assert.deepEqual(due.options.map(({ id }) => id), ["nextemma", "nextivanhoe", "nextmiddlemarch"]);
  assert.deepEqual(await listDueBallots(db, "next"), [["nextemma"]]);
  const settled = await Promise.all([1, 2].map(() => settlePoll(db, { id: "next", winner: "nextemma" })));
  assert.deepEqual(settled, [{ ballots: [["nextemma"]], rev: 2 }, undefined]);
  const poll = (await findPoll(db, "ada", "next", 101))!;
  assert.deepEqual([poll.winner, poll.voted, poll.closedAt], ["nextemma", 1, "1970-01-01T00:00:00.100Z"]);
  assert.deepEqual([await listDue(db, 200), await endPoll(db, "ada", "next", 200)], [[], false]);
  assert.deepEqual(await listBallots(db, "ada", "next", 101), [["nextemma"]]);
  assert.deepEqual(await listBallots(db, "mallory", "next", 101), []);
});

test("organizers open polls, as many as a group can have open; their maker and organizers close and delete them", async ({ db }) => {
  assert.deepEqual([await open(db, { by: "grace" }), await open(db, { by: "mallory" })], [false, false]);
  await setRole(db, "ada", { groupId: "engine", userId: "grace", role: "organizer" });
  assert.equal(await open(db, { by: "grace" }), true);
  await setRole(db, "ada", { groupId: "engine", userId: "grace", role: "member" });
  await open(db, { id: "adas" });
  assert.deepEqual([await endPoll(db, "grace", "adas", 20), await deletePoll(db, "grace", "adas")], [false, undefined]);
  assert.deepEqual([await endPoll(db, "grace", "next", 10), await endPoll(db, "ada", "adas", 10)], [true, true]);
  assert.deepEqual(await deletePoll(db, "grace", "next"), { groupId: "engine", messages: ["next message"], rev: 3 });
  for (let n = 0; n < limits.open; n += 1) assert.equal(await open(db, { id: `poll${n}` }), true);
  assert.equal(await open(db, { id: "more" }), false);
  await endPoll(db, "ada", "poll0", 10);
  assert.equal(await open(db, { id: "more" }), true);
});

test("an option is a book of the group, whose title it keeps as it was when the poll was opened, also where it has won", async ({ db }) => {
  for (const id of ["emma", "ivanhoe"]) {
    await insertBook(db, "ada", { id, groupId: "engine", title: id, pageCount: 100, coverKey: null }, 1);
  }
  const poll = {
    id: "next",
    messageId: "message",
    groupId: "engine",
    question: "?",
    kind: "one",
    isSecret: false,
    closesAt: null,
  } as const;
  const options = [{ id: "one", bookId: "emma" }, { id: "two", bookId: "ivanhoe" }];
  const elsewhere = [{ id: "one", bookId: "emma" }, { id: "two", bookId: "unknown" }];
  assert.equal(await isStored(db, "ada", { ...poll, options: elsewhere }), false);
  assert.deepEqual(
    await Promise.all(
      [["emma"], ["emma", "unknown"]].map((books) => areShelved(db, "ada", { groupId: "engine", books })),
    ),
    [true, false],
  );
  assert.equal(await isStored(db, "ada", { ...poll, options }), true);
  const second = async () => {
    const { text, bookId } = (await findPoll(db, "ada", "next", 20))!.options[1];
    return [text, bookId];
  };
  assert.deepEqual(await second(), ["ivanhoe", "ivanhoe"]);
  await updateBook(db, "ada", { bookId: "ivanhoe", title: "Persuasion" }, 20);
  assert.deepEqual(await second(), ["ivanhoe", "ivanhoe"]);
  const won = async (viewer = "ada") => await findWinner(db, viewer, "next");
  assert.equal(await won(), undefined);
  await endPoll(db, "ada", "next", 20);
  await settlePoll(db, { id: "next", winner: "two" });
  assert.deepEqual([await won("grace"), await won()], [undefined, "ivanhoe"]);
  const { messages: [message] } = (await listMessages(db, "ada", "engine", { limit: 1 }))!;
  const [archived] = await listArchivedPolls(db, "ada", { groupId: "engine", after: "", limit: 1 }, 20);
  assert.equal(message.poll?.text, pollTexts.inChat.closed("ivanhoe"));
  assert.deepEqual([archived.winner, archived.options[1].text], ["ivanhoe", "ivanhoe"]);
  await removeBook(db, "ada", "ivanhoe", 30);
  assert.deepEqual([await second(), await won()], [["ivanhoe", null], undefined]);
});

test("a poll of a deleted account takes its message with it, and one whose message is another's leaves that changed", async ({ db }) => {
  await setRole(db, "ada", { groupId: "engine", userId: "grace", role: "organizer" });
  await open(db, { by: "grace" });
  await open(db, { id: "others", by: "grace" });
  await setRole(db, "ada", { groupId: "engine", userId: "grace", role: "member" });
  await run({ deps: { db } } as never, "update messages set user_id = 'ada' where poll_id = 'others'");
  assert.deepEqual(await deletePoll(db, "grace", "others"), { groupId: "engine", messages: [], rev: 3 });
  const [{ rev, poll_id }] = await db.q.all<Record<string, unknown>>(
    "select rev, poll_id from messages where id = 'others message'",
  );
  assert.deepEqual([rev, poll_id], [3, null]);
  await run({ deps: { db } } as never, "update users set deleted_at = 1 where id = 'grace'");
  while (await deleteBatchOfPerson(db, "grace"));
  assert.deepEqual((await deletePoll(db, "ada", "next"))?.messages, ["next message"]);
});

test("a vote of a member who leaves counts no more, unless the poll is closed", async ({ db }) => {
  await open(db);
  await open(db, { id: "closed" });
  for (const id of ["next", "closed"]) await saveVote(db, "grace", { id, options: [`${id}emma`] }, 20);
  await endPoll(db, "ada", "closed", 20);
  await settlePoll(db, { id: "closed", winner: "closedemma" });
  await run({ deps: { db } } as never, "delete from members where user_id = 'grace'");
  const voted = async (id: string) => (await findPoll(db, "ada", id, 30))!.voted;
  assert.deepEqual([await voted("next"), await voted("closed")], [0, 1]);
});

test("the votes of a deleted group are deleted in parts, not with its members", async ({ db }) => {
  await open(db);
  await saveVote(db, "grace", { id: "next", options: ["nextemma"] }, 20);
  const count = async () => (await db.q.run("select * from poll_votes")).rows.length;
  await deleteGroup(db, "ada", "engine");
  assert.equal(await count(), 1);
  while (await deletePartOfGroup(db, "engine"));
  assert.equal(await count(), 0);
});

test("a vote that is stored while a poll is closed is among those that it is closed with", async ({ db }) => {
  await open(db, { closesAt: 100 });
  assert.deepEqual(await listDueBallots(db, "next"), []);
  await saveVote(db, "grace", { id: "next", options: ["nextemma"] }, 99);
  assert.deepEqual((await settlePoll(db, { id: "next", winner: null }))?.ballots, [["nextemma"]]);
  await correctWinner(db, { id: "next", winner: "nextemma" });
  assert.equal((await findPoll(db, "ada", "next", 101))!.winner, "nextemma");
});

test("polls are listed in pages, those that are open first, and no vote is looked up by its row", async ({ db }) => {
  for (let n = 0; n < limits.page + 2; n += 1) {
    await open(db, { id: `poll${n}`, kind: "many" });
    if (n > 2) await endPoll(db, "ada", `poll${n}`, 10);
  }
  const list = (after?: string) => listPolls(db, "grace", { groupId: "engine", after }, 20);
  const first = await list();
  assert.deepEqual([first.rows.length, first.hasMore], [limits.page, true]);
  const { rows, hasMore } = await list(first.rows.at(-1)!.id);
  const ids = [...first.rows, ...rows].map(({ id }) => id);
  assert.deepEqual([rows.length, hasMore, new Set(ids).size], [2, false, limits.page + 2]);
  assert.deepEqual(await listPolls(db, "mallory", { groupId: "engine" }, 20), { rows: [], hasMore: false });
  assert.deepEqual(ids.slice(0, 3), ["poll2", "poll1", "poll0"]);
  assert.deepEqual((await list("unknown")).rows, []);
  let isServed = false;
  setTimeout(() => isServed = true);
  for (let n = 0; n < 100 && !isServed; n += 1) await list();
  assert.ok(isServed, "others are served while votes are counted");
  for (const step of (await plansOf(db, list)).flat()) {
    assert.ok(!/(SEARCH|SCAN) poll_votes/.test(step) || /COVERING INDEX/.test(step), step);
  }
});

test("the votes of a ranked poll are read as one row for each voter, in the order of each", async ({ db }) => {
  await open(db, { kind: "ranked" });
  const choices = { ada: ["middlemarch", "emma", "ivanhoe"], grace: ["ivanhoe"] };
  for (const [voter, names] of Object.entries(choices)) {
    await saveVote(db, voter, { id: "next", options: names.map((name) => `next${name}`) }, 20);
  }
  const rows = await selectBallots(db, sql`polls.id = 'next'`);
  assert.equal(rows.length, 2);
  assert.deepEqual(parseBallots(rows), [["nextmiddlemarch", "nextemma", "nextivanhoe"], ["nextivanhoe"]]);
});

test("a vote of a deleted account is deleted, and none comes back", async ({ db }) => {
  await open(db);
  await saveVote(db, "grace", { id: "next", options: ["nextemma"] }, 20);
  await run({ deps: { db } } as never, "update users set deleted_at = 1 where id = 'grace'");
  while (await deleteBatchOfPerson(db, "grace"));
  assert.equal((await findPoll(db, "ada", "next", 20))!.voted, 0);
  assert.equal(await saveVote(db, "grace", { id: "next", options: ["nextemma"] }, 20), false);
});
