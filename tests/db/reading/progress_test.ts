import assert from "node:assert/strict";
import { insertBook } from "../../../db/books/books.ts";
import { type ProgressRow, saveOpenedSeen, saveProgress } from "../../../db/reading/progress.ts";
import { findReader } from "../../../db/reading/readers.ts";
import { textEnd } from "../../../server/contract/reading/positions.ts";
import { freshDb, test } from "../../support/db.ts";
import { cast } from "../../support/people.ts";

type Turn = [minute: number, position: number];

/**
 * Where turns at these minutes leave Grace, who had not begun the book before; as they arrive, or dated, all at once.
 */
async function after(turns: Turn[], { dated }: { dated: boolean }): Promise<ProgressRow> {
  await using fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
  await insertBook(db, "ada", { id: "sketch", groupId: "engine", title: "Sketch", pageCount: 100, coverKey: null }, 1);
  const time = (minute: number) => 1e12 + minute * 60_000;
  let row: ProgressRow | undefined;
  for (const [minute, position] of turns) {
    const turn = { bookId: "sketch", currentPage: 1, position, ...(dated && { at: time(minute) }) };
    row = (await saveProgress(db, "grace", turn, time(dated ? 1000 : minute)))?.after;
  }
  return row!;
}

/** Read to 100 long ago, */
const read: Turn[] = [[0, 100]];
/** and then mistyped. */
const mistyped: Turn[] = [...read, [30, 9000]];

const cases: [name: string, turns: Turn[], reached: number][] = [
  ["to turn back soon takes back what a mistyped page has opened", [...mistyped, [40, 110]], 110],
  ["what was opened for more than ten minutes stays open", [...mistyped, [41, 110]], 9000],
  ["back before where one was, all that was read by then stays open", [...mistyped, [31, 50]], 100],
  ["so does what was read just before", [...read, [30, 300], [31, 9000], [32, 50]], 300],
  ["so does what was read page by page", [...read, [30, 101], [31, 102], [32, 103], [33, 50]], 102],
  ["a page or two read on from the mistyped one go with it", [...mistyped, [31, 9010], [32, 9020], [33, 200]], 200],
  ["to turn back in steps takes back as much", [...mistyped, [31, 5000], [32, 120]], 120],
  ["the first page of all can be mistyped", [[0, 9000], [1, 120]], 120],
  ["what was taken back opens again when its reader gets there", [...mistyped, [31, 110], [60, 9000]], 9000],
  ["to turn back a second time, later, takes back nothing", [...mistyped, [31, 5000], [50, 120]], 5000],
];

for (const [name, turns, reached] of cases) {
  Deno.test(name, async () => {
    for (const dated of [false, true]) {
      assert.equal((await after(turns, { dated })).reached, reached, `dated: ${dated}`);
    }
  });
}

Deno.test("a book whose last page was mistyped is not finished, and is when its reader gets there or stays there", async () => {
  const end: Turn = [30, textEnd];
  const isFinished = async (...turns: Turn[]) =>
    (await after([...read, ...turns], { dated: false })).finishedAt !== null;
  assert.equal(await isFinished(end, [31, 110]), false);
  assert.equal(await isFinished(end, [31, 110], [60, textEnd]), true);
  assert.equal(await isFinished(end, [41, 110]), true);
  assert.equal(await isFinished(end, [41, 110], [60, textEnd], [61, 50]), true);
});

test("a reader who looks at what a turn opened has not seen what a later turn opens meanwhile", async ({ db }) => {
  await insertBook(db, "ada", { id: "sketch", groupId: "engine", title: "Sketch", pageCount: 100, coverKey: null }, 1);
  const turn = (position: number) =>
    saveProgress(db, "grace", { bookId: "sketch", currentPage: 1, position }, position);
  const seen = async () => (await findReader(db, "grace", "sketch"))!.openedSeen;
  await turn(100);
  const shown = (await findReader(db, "grace", "sketch"))!;
  await turn(200);
  await saveOpenedSeen(db, "grace", shown);
  assert.equal(await seen(), 100);
  await saveOpenedSeen(db, "grace", { ...shown, reached: 200 });
  await saveOpenedSeen(db, "grace", shown);
  assert.equal(await seen(), 200);
});
