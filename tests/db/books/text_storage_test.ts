import assert from "node:assert/strict";
import { insertBook } from "../../../db/books/books.ts";
import {
  appendToText,
  claimText,
  deletePartOfUnusedTexts,
  findStoredText,
  finishText,
} from "../../../db/books/text_storage.ts";
import { test } from "../../support/db.ts";

const minute = 60_000;
const quotas = { quota: 1e9, accountQuota: 1e9 };

test("a text that takes long to read in is given up by nobody while parts of it are stored, and by everybody once none are", async ({ db }) => {
  const ofBook = { bookId: "sketch", groupId: "engine" };
  await insertBook(db, "ada", { id: "sketch", groupId: "engine", title: "Sketch", pageCount: 100, coverKey: null }, 1);
  const brought = { ...ofBook, hash: "hash", bytes: 10 };
  const first = await claimText(db, "ada", brought, { ...quotas, now: 0 });
  const store = (number: number, claim: number, now: number) => {
    const part = { hash: "hash", number, fromPlace: number, toPlace: number + 1, html: "<p>", plain: "A" };
    const batch = { hash: "hash", claim, groupId: "engine", parts: [part], pictures: [], bytes: 4 };
    return appendToText(db, batch, { ...quotas, now });
  };
  let claim = first!.claim!;
  for (const [number, minutes] of [0, 5, 10, 15].entries()) {
    claim = (await store(number, claim, minutes * minute))!;
    assert.equal(await deletePartOfUnusedTexts(db, (minutes + 4) * minute), false);
  }
  assert.equal(await store(4, first!.claim!, 16 * minute), undefined);
  assert.equal((await findStoredText(db, "hash", 19 * minute))!.isBeingRead, true);
  assert.equal((await findStoredText(db, "hash", 22 * minute))!.isBeingRead, false);
  assert.equal(await deletePartOfUnusedTexts(db, 22 * minute), true);
  const text = { title: "Sketch", language: "en", characters: 4, sections: [], printPages: null };
  assert.equal(await finishText(db, { hash: "hash", claim }, text), false);
});
