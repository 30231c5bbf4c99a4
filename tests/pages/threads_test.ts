import assert from "node:assert/strict";
import { message as limits } from "../../server/contract/chat/limits.ts";
import { threadTexts as words } from "../../server/contract/chat/thread_texts.ts";
import { chatTexts } from "../../server/contract/chat/texts.ts";
import { clubPaths } from "../../server/contract/groups/club_paths.ts";
import { clubTexts } from "../../server/contract/groups/club_texts.ts";
import { askWhatItSays } from "../../server/contract/reading/question_paths.ts";
import { questionTexts } from "../../server/contract/reading/question_texts.ts";
import { startReading } from "../support/cast.ts";
import { formKeyIn, read, send } from "../support/forms.ts";
import { inScene } from "../support/in_scene.ts";
import { visit } from "../support/requests.ts";

const test = inScene(() => startReading({}, { pageCount: 100 }));

test("without script Grace replies in a thread once, and Ada finds the reply new, until she has opened it", async (app) => {
  const { ada, grace, circle, post } = app;
  const first = await post(ada, "Why <cards>?");
  const path = clubPaths.thread(circle.id, first.seq);
  const before = await read(app, path, grace);
  assert.ok(before.includes("Why &lt;cards&gt;?") && before.includes(words.replies(0)));
  const reply = { formKey: formKeyIn(before), replyTo: first.id, content: "Because of looms" };
  const sent = await send(app, clubPaths.threadReplies(circle.id, first.seq), grace, reply);
  const opened = clubPaths.openThread(circle.id, first.seq);
  assert.deepEqual([sent.to, sent.toast], [`${opened}#reply`, words.replied]);
  await send(app, clubPaths.threadReplies(circle.id, first.seq), grace, reply);
  const list = () => read(app, clubPaths.threads(circle.id), ada);
  const club = () => read(app, clubPaths.club(circle.id), ada);
  assert.ok((await list()).includes(words.unread(1)) && (await club()).includes(clubTexts.threads(1)));
  assert.ok((await read(app, path, ada)).includes(chatTexts.newSince), "it is not opened by a link");
  assert.ok((await list()).includes(`href="${opened}"`));
  const page = await read(app, opened, ada);
  assert.ok(page.includes("Because of looms") && page.includes(words.replies(1)) && page.includes(chatTexts.newSince));
  assert.ok(page.includes(words.people("Ada, Grace", 0)));
  const listed = await list();
  assert.ok(listed.includes(words.replies(1)) && !listed.includes(words.unread(1)));
  assert.ok((await club()).includes(clubTexts.threads(0)));
  assert.ok(!(await read(app, opened, ada)).includes(chatTexts.newSince));
  const open = await read(app, `/group/${circle.id}?message=${first.seq}`, ada);
  assert.ok(open.includes(`href="${opened}"`) && open.includes(words.replies(1)));
});

test("a thread that the browser fetches ahead stays new", async (app) => {
  const { ada, grace, circle, post } = app;
  const first = await post(ada, "Why?");
  await post(grace, "Because", { replyTo: first.id });
  const path = clubPaths.openThread(circle.id, first.seq);
  const ahead = await visit(app, path, ada, { headers: { "Sec-Purpose": "prefetch" } });
  await ahead.body?.cancel();
  assert.equal(ahead.status, 503);
  assert.ok((await read(app, path, ada)).includes(chatTexts.newSince));
});

test("a reply that is refused keeps what was typed, with the reason beside its field", async (app) => {
  const { ada, circle, post } = app;
  const first = await post(ada, "Why?");
  const form = clubPaths.threadReplies(circle.id, first.seq);
  const { status, html } = await send(app, form, ada, { replyTo: first.id, content: "x".repeat(limits.max + 1) });
  assert.equal(status, 400);
  assert.ok(html.includes("x".repeat(limits.max + 1)) && html.includes("field-error"));
});

test("a reply may have files, with a text or without, and none is left of one that is refused", async (app) => {
  const { ada, grace, circle, post, deps: { db } } = app;
  const first = await post(ada, "Why?");
  const path = clubPaths.thread(circle.id, first.seq);
  const page = await read(app, path, grace);
  assert.match(page, /<form id="reply"[^>]* encType="multipart\/form-data"[^>]*>.*<input[^>]* type="file"/s);
  const reply = async (content: string, name = "notes.txt") => {
    const body = new FormData();
    for (const [key, value] of Object.entries({ replyTo: first.id, content })) body.set(key, value);
    body.set("file", new File(["Chapter five."], name));
    const form = clubPaths.threadReplies(circle.id, first.seq);
    const answer = await visit(app, form, grace, { method: "POST", headers: { Origin: app.url }, body });
    return { status: answer.status, html: await answer.text() };
  };
  assert.equal((await reply("")).status, 303);
  const refused = await reply("Typed", "notes.exe");
  assert.ok(refused.status >= 400 && refused.html.includes(">Typed</textarea>"));
  assert.equal((await reply("x".repeat(limits.max + 1))).status, 400);
  assert.match(await read(app, path, ada), /<a class="message-file"[^>]*download="notes.txt"/);
  assert.equal((await db.q.all("select 1 from files where user_id is not null and size > 0")).length, 1);
});

test("a thread shows deleted messages and those of blocked people as the chat does, and a reply's address leads to its thread", async (app) => {
  const { ada, grace, circle, post, call, here } = app;
  const first = await post(ada, "Why?");
  const one = await post(grace, "Because", { replyTo: first.id });
  const path = clubPaths.thread(circle.id, first.seq);
  await call("PUT", `/users/${grace.id}/block`, ada);
  assert.ok((await read(app, path, ada)).includes(chatTexts.hiddenByBlock));
  await call("DELETE", `${here}/messages/${one.id}`, grace);
  const page = await read(app, path, ada);
  assert.ok(page.includes(chatTexts.deleted) && !page.includes("Because"));
  const ofReply = await visit(app, clubPaths.thread(circle.id, one.seq), ada);
  assert.equal(ofReply.headers.get("Location"), path);
  const missing = await visit(app, clubPaths.thread(circle.id, 99), ada);
  assert.equal(missing.headers.get("Location"), `/group/${circle.id}`);
});

test("a reply to a message about a page is about that page too, and members who have not reached it cannot reply", async (app) => {
  const { ada, grace, circle, post, bookId } = app;
  const first = await post(grace, "The butler did it", { anchor: { bookId, page: 90 } });
  const path = clubPaths.thread(circle.id, first.seq);
  const veiled = await read(app, path, ada);
  assert.ok(!veiled.includes("butler") && veiled.includes(words.readFirst) && !veiled.includes('name="content"'));
  await app.turn(grace, 90);
  const page = await read(app, path, grace);
  assert.ok(page.includes(words.about) && page.includes(`name="bookId" value="${bookId}"`));
  assert.ok(page.includes(questionTexts.askByMessage) && !veiled.includes(questionTexts.askByMessage));
  const asked = await send(app, `/group/${circle.id}/messages/${first.id}/question`, grace, { bookId });
  assert.match(asked.to!, /tab=questions&question=/);
  const form = askWhatItSays({ groupId: circle.id, bookId }, first.id);
  const [adas, graces] = [await read(app, form, ada), await read(app, form, grace)];
  assert.match(graces, /id="ask" open="".* name="page" value="90".*>The butler did it<\/textarea>/s);
  assert.ok(!adas.includes("butler") && !adas.includes('id="ask" open'));
  const reply = { replyTo: first.id, content: "With a rope", bookId, page: "90" };
  await send(app, clubPaths.threadReplies(circle.id, first.seq), grace, reply);
  assert.ok(!(await read(app, path, ada)).includes("rope"));
  assert.ok((await read(app, path, grace)).includes("With a rope"));
});
