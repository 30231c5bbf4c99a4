import assert from "node:assert/strict";
import { bookPaths } from "../../server/contract/books/paths.ts";
import { clubPaths } from "../../server/contract/groups/club_paths.ts";
import { pollTexts as words } from "../../server/contract/groups/poll_texts.ts";
import type { Person } from "../support/app.ts";
import { run, startReading } from "../support/cast.ts";
import { read, send } from "../support/forms.ts";
import { inScene } from "../support/in_scene.ts";
import { visit, visitIn } from "../support/requests.ts";

const test = inScene(startReading);

/** As in a page: React escapes apostrophes and quotes. */
const idsIn = (html: string) => [...html.matchAll(/<option value="([^"]+)"/g)].map(([, id]) => id);

test("Ada opens a poll over a suggested book, Grace ranks without script, and once it is closed Ada has its book read now", async (app) => {
  const { ada, grace, circle, bookId } = app;
  await run(app, "update books set state = 'suggested'");
  const list = clubPaths.polls(circle.id);
  assert.ok(!(await read(app, list, grace)).includes(words.optionsHint(2, 20)));
  const empty = await read(app, list, ada);
  assert.ok(empty.includes('id="open-poll" open=""') && empty.includes(`name="book ${bookId}"`));
  const made = await send(app, clubPaths.newPoll(circle.id), ada, {
    question: "What <next>?",
    kind: "ranked",
    options: "Emma",
    [`book ${bookId}`]: "on",
    timeZone: "UTC",
  });
  assert.equal(made.toast, words.openedNow);
  assert.ok(!(await read(app, list, ada)).includes('id="open-poll" open'));
  const page = made.to!;
  const inChat = async () =>
    (await read(app, `/group/${circle.id}`, grace)).match(/<p class="message-anchor">.*?<\/p>/)![0];
  assert.equal(
    await inChat(),
    `<p class="message-anchor">Poll. ${words.kindHints.ranked}: <a href="${page}">${words.vote}</a></p>`,
  );
  const show = (as: Person) => read(app, page, as);
  const before = await show(grace);
  assert.ok(before.includes("What &lt;next&gt;?") && before.includes("You see the results once you have voted"));
  assert.ok(!before.includes("<progress"));
  assert.match(before, /<ul class="poll-options">.*Emma.*<\/ul>.*<select/s, "options are there in whole too");
  const [book, emma] = idsIn(before);
  const twice = await send(app, `${page}/vote`, grace, { "choice 1": emma, "choice 2": emma });
  assert.equal(twice.status, 400);
  const [first, second] = twice.html.split(words.choice(2));
  assert.ok(!first.includes(`class="field-error"`) && second.includes(words.chosenTwice));
  assert.ok(second.includes(`<option value="${emma}" selected`));
  const voted = await send(app, `${page}/vote`, grace, { "choice 1": book, "choice 2": "" });
  assert.deepEqual([voted.to, voted.toast], [`${page}#results`, words.voted]);
  const results = await show(grace);
  assert.ok(results.includes("1 of 1") && results.includes("<progress") && results.includes(words.voteAgain));
  assert.ok(!(await show(ada)).includes("<progress"), "she has not voted");
  assert.equal((await send(app, `${page}/close`, ada)).toast, words.closedNow);
  assert.match(await inChat(), /^<p class="message-anchor">Sketch has won: <a .*>See the results<.a><.p>$/);
  const [adas, graces] = [await show(ada), await show(grace)];
  assert.match(adas, /href="[^"]+\?plan#plan"/, "the plan's form is open there");
  assert.ok(adas.includes(words.read) && adas.includes(words.toPlan) && adas.includes(words.rounds));
  assert.ok(graces.includes(words.toPlan) && !graces.includes(words.read) && !graces.includes(words.vote));
  assert.equal((await send(app, `${page}/read`, ada)).toast, words.readNow);
  const [{ state }] = await app.deps.db.q.all<{ state: string }>("select state from books");
  assert.equal(state, "now");
  assert.ok(!(await show(ada)).includes(words.read), "it is read now");
});

test("the book that won becomes the first of those that the group reads now", async (app) => {
  const { ada, grace, circle, bookId, call } = app;
  const { body: { book } } = await call("POST", `/books/groups/${circle.id}/books`, ada, {
    title: "Emma",
    pageCount: 9,
    state: "next",
  });
  const options = [{ bookId }, { bookId: book.id }];
  const { body: { poll } } = await call("POST", `/groups/${circle.id}/polls`, ada, {
    question: "Next?",
    kind: "one",
    options,
  });
  const choose = async (as = ada) => (await send(app, `${clubPaths.poll(circle.id, poll.id)}/read`, as)).toast;
  assert.equal(await choose(), words.noBookHasWon);
  const tied =
    (await call("POST", `/groups/${circle.id}/polls`, ada, { question: "Tie?", kind: "one", options })).body.poll;
  await call("POST", `/polls/${tied.id}/close`, ada);
  const show = (as: Person) => read(app, clubPaths.poll(circle.id, tied.id), as);
  assert.ok((await show(ada)).includes(words.toShelf) && !(await show(grace)).includes(words.toShelf));
  await call("PUT", `/polls/${poll.id}/vote`, ada, { options: [poll.options[1].id] });
  await call("POST", `/polls/${poll.id}/close`, ada);
  assert.deepEqual([await choose(grace), await choose()], [words.onlyOrganizersChoose, words.readNow]);
  const rows = await app.deps.db.q.all<{ id: string; state: string }>(
    "select id, state from books order by shelf_position",
  );
  assert.deepEqual(rows.map(({ id, state }) => [id, state]), [[book.id, "now"], [bookId, "now"]]);
});

test("the shelf's link opens the form of a poll with what is suggested chosen, and what is next not", async (app) => {
  const { ada, circle, bookId, call } = app;
  await run(app, "update books set state = 'next'");
  for (const title of ["Emma", "Ivanhoe"]) {
    await call("POST", `/books/groups/${circle.id}/books`, ada, { title, pageCount: 9, state: "suggested" });
  }
  const link = /href="([^"]+)"[^>]*>(?:<[^>]*>)*Let the group vote/.exec(
    await read(app, bookPaths.shelf(circle.id), ada),
  );
  assert.equal(link?.[1], clubPaths.pollOfSuggested(circle.id));
  const html = await read(app, link![1], ada);
  assert.match(html, /<details class="fold" id="open-poll" open/);
  const boxes = [...html.matchAll(/<input type="checkbox" name="book ([^"]+)"( checked="")?/g)];
  assert.deepEqual(boxes.map(([, id, checked]) => [id === bookId, checked !== undefined]), [
    [false, true],
    [false, true],
    [true, false],
  ]);
});

test("a poll that is refused keeps what was typed, with the reason beside its field", async (app) => {
  const { ada, circle } = app;
  const sent = {
    question: "Next?",
    kind: "many",
    options: "Emma",
    closesAt: "2001-01-01T10:00",
    timeZone: "UTC",
    secret: "on",
  };
  const { status, html } = await send(app, clubPaths.newPoll(circle.id), ada, sent);
  assert.equal(status, 400);
  assert.ok(
    html.includes(words.optionCount(2, 20)) && html.includes('value="Next?"') && html.includes(">Emma</textarea>"),
  );
  assert.match(html, /<option value="many" selected/);
  assert.match(html, /<input type="checkbox"[^>]*checked/);
  const late = await send(app, clubPaths.newPoll(circle.id), ada, { ...sent, options: "Emma\nIvanhoe" });
  assert.ok(late.html.includes(words.closesBefore) && late.html.includes("2001-01-01T10:00"));
});

test("a poll of Grace, whose role was just taken, is refused with what she typed, and an outsider's leads home", async (app) => {
  const { grace, mallory, circle, bookId } = app;
  await run(app, "update books set state = 'next'");
  const sent = { question: "Next?", kind: "one", options: "Emma", [`book ${bookId}`]: "on", timeZone: "UTC" };
  for (const [options, status] of [["Emma", 403], ["", 400]] as const) {
    const refused = await send(app, clubPaths.newPoll(circle.id), grace, { ...sent, options });
    assert.equal(refused.status, status);
    assert.match(refused.html, /value="Next\?"/);
    assert.match(refused.html, new RegExp(`name="book ${bookId}" checked`));
  }
  assert.ok(!(await read(app, clubPaths.polls(circle.id), grace)).includes('name="question"'));
  assert.equal((await send(app, clubPaths.newPoll(circle.id), mallory, sent)).to, "/dashboard");
});

Deno.test("a poll says that it closes tomorrow, in the zone of its reader or in one that it names", async () => {
  await using app = await startReading({ clock: () => Date.parse("2027-03-01T09:00:00Z") });
  const { ada, circle, call } = app;
  const options = [{ text: "Emma" }, { text: "Ivanhoe" }];
  const closesAt = "2027-03-02T18:00:00Z";
  await call("POST", `/groups/${circle.id}/polls`, ada, { question: "Next?", kind: "one", options, closesAt });
  const list = clubPaths.polls(circle.id);
  assert.match(await read(app, list, ada), /Closes tomorrow, 18:00 \(UTC\)</);
  const inKolkata = await (await visitIn(app, list, { as: ada, zone: "Asia/Kolkata" })).text();
  assert.match(inKolkata, /Closes tomorrow, 23:30</);
});

test("the page of a secret poll shows nobody's face, that of another shows who voted for what", async (app) => {
  const { ada, grace, circle, call } = app;
  for (const secret of [true, false]) {
    const options = [{ text: "Emma" }, { text: "Ivanhoe" }];
    const { body: { poll } } = await call("POST", `/groups/${circle.id}/polls`, ada, {
      question: "Next?",
      kind: "many",
      options,
      secret,
    });
    for (const who of [ada, grace]) await call("PUT", `/polls/${poll.id}/vote`, who, { options: [poll.options[0].id] });
    const html = await read(app, clubPaths.poll(circle.id, poll.id), ada);
    assert.equal(html.includes('class="reader-name"'), !secret);
    assert.ok(html.includes(secret ? words.isSecret : words.notSecret) && html.includes("2 of 2"));
  }
  const gone = await send(app, `${clubPaths.poll(circle.id, "none")}/vote`, ada, { option: "x" });
  assert.equal(gone.toast, words.notFound);
});

test("an open window can fetch a poll as its reader sees it, without the rest of the page; outsiders cannot", async (app) => {
  const { ada, grace, mallory, circle, here, call } = app;
  const options = [{ text: "Emma" }, { text: "Ulysses" }];
  const { poll } = (await call("POST", `${here}/polls`, ada, { question: "What next?", kind: "one", options })).body;
  const address = `${clubPaths.poll(circle.id, poll.id)}?part=live`;
  await call("PUT", `/polls/${poll.id}/vote`, ada, { options: [poll.options[0].id] });
  const [adas, graces] = [await read(app, address, ada), await read(app, address, grace)];
  assert.ok(adas.includes("<progress") && adas.includes(`data-viewer="${ada.id}"`));
  assert.ok(graces.includes("What next?") && !graces.includes("<progress"));
  assert.doesNotMatch(adas, /<(nav|main|style)\b/);
  assert.equal((await visit(app, address, mallory)).status, 303);
});
