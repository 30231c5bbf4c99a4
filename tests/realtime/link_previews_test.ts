/** Ada links to pages; the web that the service fetches them from is the test's. */
import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { insertBook } from "../../db/books/books.ts";
import { linkPreviews } from "../../db/schema.ts";
import { openLinkPreviews } from "../../server/library/link_previews.ts";
import { plain } from "../media/pictures.ts";
import { inScene } from "../support/in_scene.ts";
import { visit } from "../support/requests.ts";
import { type Site, startWebServer } from "../support/servers/web_server.ts";
import { type Chatroom, engine, openChatroom } from "./chatroom.ts";

const messages = `/groups/${engine}/messages`;
const url = "http://a.example/page";
const other = "http://b.example/";

const site: Site = {
  "a.example/page": "<title>A <b>page</b></title><meta property=og:image content=/picture>",
  "a.example/picture": { type: "image/png", bytes: await plain("#345").png().toBuffer() },
  "b.example/": "<title>Another</title>",
};

async function openLinkedRoom({ env = {} }: { env?: Record<string, string> } = {}) {
  await using opening = new AsyncDisposableStack();
  const web = opening.use(await startWebServer(site));
  const room = opening.use(await openChatroom({ env: { LINK_PREVIEWS: "on", ...env } }));
  const { deps } = room.app;
  if (deps.linkPreviews) {
    await deps.linkPreviews.close();
    const { db, clock, log } = deps;
    deps.linkPreviews = openLinkPreviews({ db, clock, log, fetch: web.fetch, timeout: 30_000 });
  }
  const disposal = opening.move();
  const list = async (name: "ada" | "grace" = "grace") => (await room.call(name, "GET", messages)).body.messages;
  const post = async (content: string, more = {}) =>
    (await room.call("ada", "POST", messages, { content, ...more })).body.message;
  return { ...room, web, list, post, [Symbol.asyncDispose]: () => disposal.disposeAsync() };
}

const test = inScene(openLinkedRoom);

const idle = ({ app }: Pick<Chatroom, "app">) => app.deps.linkPreviews!.idle();

test("a message is sent as ever, and then the page of its first link arrives in all windows", async (room) => {
  const grace = await room.enter("grace");
  const message = await room.post(`See ${url} and ${other}`);
  assert.ok(!("link" in message));
  assert.deepEqual(await grace.next("message"), message);
  const changed = await grace.next("messageChanged");
  const { link, ...rest } = changed;
  assert.deepEqual(rest, { ...message, rev: message.rev + 1 });
  assert.match(link.picture, /^\/link-pictures\/[0-9a-f]{32}$/);
  assert.deepEqual(link, { url, site: "a.example", title: "A <b>page</b>", picture: link.picture });
  assert.deepEqual(await room.list(), [changed]);
  assert.deepEqual(room.web.requested, ["a.example/page", "a.example/picture"]);
});

test("a page without script has the card, with its picture from this server alone", async (room) => {
  await room.post(url);
  await idle(room);
  const [{ link: { picture } }] = await room.list();
  const html = await (await visit(room, `/group/${engine}`, { token: room.tokens.grace })).text();
  const [card] = /<a class="message-link".*?<\/a>/s.exec(html)!;
  assert.match(card, /href="http:\/\/a\.example\/page"/);
  assert.match(card, /target="_blank" rel="noopener nofollow ugc"/);
  assert.ok(card.includes(`src="${picture}"`));
  assert.match(card, /loading="lazy"/);
  assert.match(card, /A &lt;b&gt;page&lt;\/b&gt;/);
  assert.doesNotMatch(html, /src="http/);
});

test("an edit shows the page of the first link of the new text, and a deletion none", async (room) => {
  const { id } = await room.post(url);
  await idle(room);
  const edit = (content: string) => room.call("ada", "PUT", `${messages}/${id}`, { content });
  assert.equal((await edit(`${url} and ${other}`)).body.message.link.url, url);
  assert.ok(!("link" in (await edit(`${other} and ${url}`)).body.message));
  await idle(room);
  const [{ link }] = await room.list();
  assert.deepEqual(link, { url: other, site: "b.example", title: "Another", picture: null });
  await room.call("ada", "DELETE", `${messages}/${id}`);
  assert.ok(!("link" in (await room.list())[0]));
});

test("of a message that is hidden until its reader is there the page is hidden too, and is not in its event", async (room) => {
  const book = { id: "sketch", groupId: engine, title: "Sketch", pageCount: 300, coverKey: null };
  await insertBook(room.app.deps.db, "ada", book, 1);
  const [ada, grace] = [await room.enter("ada"), await room.enter("grace")];
  await room.post(url, { anchor: { bookId: "sketch", page: 120 } });
  assert.equal((await ada.next("messageChanged")).link.url, url);
  const veiled = await grace.next("messageChanged");
  assert.deepEqual([veiled.veiled, "link" in veiled], [true, false]);
  assert.ok(!("link" in (await room.list())[0]));
  await room.call("grace", "PUT", "/books/sketch/progress", { currentPage: 120 });
  assert.equal((await room.list())[0].link.url, url);
});

test("a link in hidden text or in code is not fetched", async (room) => {
  await room.post(`||${url}|| and \`${url}\``);
  await idle(room);
  assert.deepEqual(room.web.requested, []);
});

test("a picture is for people who are logged in", async (room) => {
  await room.post(url);
  await idle(room);
  const [{ link: { picture } }] = await room.list();
  const ask = (path: string, token?: string) =>
    fetch(room.url + path, { redirect: "manual", headers: token ? { Authorization: `Bearer ${token}` } : {} });
  const member = await ask(picture, room.tokens.grace);
  assert.deepEqual([member.status, member.headers.get("content-type")], [200, "image/webp"]);
  assert.equal(member.headers.get("cache-control"), "private, max-age=31536000, immutable");
  assert.ok((await member.bytes()).length > 0);
  const outside = await ask(picture);
  assert.deepEqual([outside.status, (await outside.bytes()).length], [303, 0]);
  assert.equal((await ask(`/link-pictures/${"0".repeat(32)}`, room.tokens.grace)).status, 404);
});

Deno.test("a person who links too much is shown so many pages a minute, and sends as much as before", async () => {
  await using room = await openLinkedRoom({ env: { RATE_LIMITS: "linkPreview=1/60" } });
  await room.post(url);
  await idle(room);
  await room.post(other);
  await idle(room);
  assert.deepEqual((await room.list()).map(({ link }: { link?: { url: string } }) => link?.url), [url, undefined]);
  assert.ok(!room.web.requested.includes("b.example/"));
});

test("nothing is fetched for guests of the demo", async (room) => {
  const { db } = room.app.deps;
  await db.write([db.q.run(sql`update users set guest_until = 1e15 where id = 'ada'`)]);
  await room.post(url);
  await idle(room);
  assert.deepEqual(room.web.requested, []);
});

Deno.test("nothing is fetched or stored unless the operator allows it", async () => {
  await using room = await openLinkedRoom({ env: { LINK_PREVIEWS: "" } });
  const { deps } = room.app;
  assert.deepEqual([deps.config.linkPreviews, deps.linkPreviews], ["off", undefined]);
  const { id } = await room.post(url);
  await room.call("ada", "PUT", `${messages}/${id}`, { content: other });
  assert.deepEqual([room.web.requested, await deps.db.q.select().from(linkPreviews)], [[], []]);
});
