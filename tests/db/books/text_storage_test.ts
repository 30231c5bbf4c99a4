import assert from "node:assert/strict";
import { insertBook } from "../../../db/books/books.ts";
import {
  appendToText,
  claimText,
  deletePartOfUnusedTexts,
  findStoredText,
  finishText,
  removeText,
} from "../../../db/books/text_storage.ts";
import { epub } from "../../../server/contract/books/text_limits.ts";
import { test } from "../../support/db.ts";

const { readWithin } = epub;
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
  for (let number = 0; number < 4; number++) {
    const now = number * readWithin;
    claim = (await store(number, claim, now))!;
    assert.equal(await deletePartOfUnusedTexts(db, now + readWithin), false);
  }
  assert.equal(await store(4, first!.claim!, 3 * readWithin), undefined);
  assert.equal((await findStoredText(db, "hash", 4 * readWithin))!.isBeingRead, true);
  assert.equal((await findStoredText(db, "hash", 6 * readWithin))!.isBeingRead, false);
  assert.equal(await deletePartOfUnusedTexts(db, 6 * readWithin), true);
  const text = { title: "Sketch", language: "en", characters: 4, sections: [], printPages: null };
  assert.equal(await finishText(db, { hash: "hash", claim }, text), false);
});

test("a text that is removed while it is read in takes no more parts", async ({ db }) => {
  await insertBook(db, "ada", { id: "sketch", groupId: "engine", title: "Sketch", pageCount: 100, coverKey: null }, 1);
  const brought = { bookId: "sketch", groupId: "engine", hash: "hash", bytes: 10 };
  const { claim } = (await claimText(db, "ada", brought, { ...quotas, now: 0 }))!;
  const batch = { hash: "hash", groupId: "engine", parts: [], pictures: [], bytes: 4 };
  const going = await appendToText(db, { ...batch, claim: claim! }, { ...quotas, now: 1 });
  assert.ok(going);
  await removeText(db, "ada", "sketch");
  assert.equal(await appendToText(db, { ...batch, claim: going }, { ...quotas, now: 2 }), undefined);
});
