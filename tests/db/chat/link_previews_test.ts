import assert from "node:assert/strict";
import { deleteMessage, editMessage } from "../../../db/chat/message_changes.ts";
import {
  deletePartOfUnusedPages,
  failPage,
  findFetched,
  findLinkPicture,
  isGuest,
  showLink,
  storePage,
} from "../../../db/chat/link_previews.ts";
import { findMessage, listChanges, listMessages } from "../../../db/chat/messages.ts";
import type { Db } from "../../../db/engine/client.ts";
import { linkPreviews } from "../../../db/schema.ts";
import { linkPreview as limits } from "../../../server/contract/chat/link_limits.ts";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import { plansOf, test } from "../../support/db.ts";
import { send } from "../../support/talking.ts";

const now = 1e12;
const key = "a".repeat(32);
const url = "https://a.example/";
const page = { url, site: "www.a.example", title: "A page" };
const picture = { name: "b".repeat(32), bytes: Uint8Array.of(1, 2, 3) };

const idsOf = ({ groupId, id }: Message) => ({ groupId, id });
const see = async (db: Db, message: Message, viewer = "grace") => (await findMessage(db, viewer, idsOf(message)))!;
const show = (db: Db, message: Message, { by = "ada", content = message.content } = {}) =>
  showLink(db, by, { ...idsOf(message), content, key });
const keys = async (db: Db) => (await db.q.select({ key: linkPreviews.key }).from(linkPreviews)).map(({ key }) => key);
async function sweep(db: Db, at: number): Promise<void> {
  let last: string | undefined = "";
  while (last !== undefined) last = await deletePartOfUnusedPages(db, at, last);
}

test("a message shows the page of its link once it is there, as one more change", async ({ db }) => {
  const message = await send(db, "ada", `See ${url}`);
  assert.equal((await show(db, message)).changed, false);
  await failPage(db, key, now);
  assert.equal((await show(db, message)).changed, false);
  await storePage(db, key, { ...page, picture }, { now });
  const { changed, shown } = await show(db, message);
  const link = { ...page, picture: `/link-pictures/${picture.name}` };
  assert.deepEqual([changed, shown?.message], [true, { ...message, link, rev: message.rev + 1 }]);
  assert.deepEqual(await see(db, message), shown!.message);
  const changes = await listChanges(db, "grace", { groupId: message.groupId, after: message.rev });
  assert.deepEqual(changes?.messages, [shown!.message]);
  assert.equal((await show(db, message)).changed, false);
  assert.deepEqual(await findLinkPicture(db, picture.name), picture.bytes);
});

test("a message without a link has no key for it", async ({ db }) => {
  await storePage(db, key, page, { now });
  const message = await send(db, "ada", "Hello");
  assert.ok(!("link" in await see(db, message)));
  const page1 = await listMessages(db, "grace", "engine", { limit: 10 });
  assert.ok(page1!.messages.every((message) => !("link" in message)));
});

test("an edit leaves the page of the link that stays, and takes away another's; a deletion takes it away", async ({ db }) => {
  const message = await send(db, "ada", url);
  await storePage(db, key, page, { now });
  await show(db, message);
  const edit = async (content: string, linkKey: string | null) =>
    (await editMessage(db, "ada", { ...idsOf(message), content, linkKey }, now)).message!.link?.title;
  assert.equal(await edit(`${url} again`, key), page.title);
  assert.equal(await edit("https://b.example", "c".repeat(32)), undefined);
  assert.equal((await show(db, message, { content: url })).changed, false);
  assert.equal(await edit(url, key), undefined);
  assert.equal((await show(db, message)).message!.link?.title, page.title);
  assert.equal(await edit("None", null), undefined);
  await edit(url, key);
  await show(db, message);
  await deleteMessage(db, "ada", idsOf(message), now);
  assert.ok(!("link" in await see(db, message)));
  assert.equal((await show(db, message)).changed, false);
});

test("a page is fetched again after a week, and one that failed after a day; what was shown stays", async ({ db }) => {
  assert.equal(await findFetched(db, key, now), undefined);
  await failPage(db, key, now);
  assert.equal(await findFetched(db, key, now + limits.retryAfter - 1), "failed");
  assert.equal(await findFetched(db, key, now + limits.retryAfter), undefined);
  await storePage(db, key, { ...page, picture }, { now });
  assert.equal(await findFetched(db, key, now + limits.reusedFor - 1), "there");
  const later = now + limits.reusedFor;
  assert.equal(await findFetched(db, key, later), undefined);
  const message = await send(db, "ada", url);
  await show(db, message);
  await failPage(db, key, later);
  assert.equal(await findFetched(db, key, later), "failed");
  assert.equal((await see(db, message)).link?.title, page.title);
  await storePage(db, key, { ...page, title: "New" }, { now: later });
  assert.deepEqual((await see(db, message)).link, { ...page, title: "New", picture: null });
  assert.equal(await findLinkPicture(db, picture.name), undefined);
});

test("pages that no message shows are deleted, and failures are forgotten after a day", async ({ db }) => {
  const [used, unused, failed] = ["a", "b", "c"].map((letter) => letter.repeat(32));
  await storePage(db, used, page, { now });
  await storePage(db, unused, page, { now });
  await failPage(db, failed, now);
  const message = await send(db, "ada", url);
  await show(db, message);
  await sweep(db, now + limits.unusedFor);
  assert.deepEqual(await keys(db), [used, unused, failed]);
  await sweep(db, now + limits.unusedFor + 1);
  assert.deepEqual(await keys(db), [used, failed]);
  await sweep(db, now + limits.retryAfter + 1);
  assert.deepEqual(await keys(db), [used]);
  await deleteMessage(db, "ada", idsOf(message), now);
  await sweep(db, now + limits.retryAfter + 1);
  assert.deepEqual(await keys(db), []);
});

test("nothing is stored of a page that could not be read but when that was", async ({ db }) => {
  await failPage(db, key, now);
  const [{ failedAt, size, key: _, ...rest }] = await db.q.select().from(linkPreviews);
  assert.deepEqual([failedAt, size, Object.values(rest).filter((value) => value !== null)], [now, 0, []]);
});

test("where the pictures take too much room, those of the pages that were fetched first go", async ({ db }) => {
  const names = ["a", "b", "c"].map((letter) => letter.repeat(32));
  for (const [n, name] of names.entries()) {
    await storePage(db, name, { ...page, picture: { ...picture, name } }, { now: now + n, max: 6 });
  }
  const left = await Promise.all(names.map((name) => findLinkPicture(db, name)));
  assert.deepEqual(left.map(Boolean), [false, true, true]);
  assert.deepEqual(await keys(db), names);
});

test("whether a page is shown, and where its picture is, is looked up by an index", async ({ db }) => {
  const asked = async () => {
    await findFetched(db, key, now);
    await findLinkPicture(db, picture.name);
    await isGuest(db, "ada");
    await deletePartOfUnusedPages(db, now);
  };
  assert.ok((await plansOf(db, asked)).flat().every((detail) => !detail.startsWith("SCAN")));
});
