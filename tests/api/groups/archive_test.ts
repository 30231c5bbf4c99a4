/** A group's archive: what its organizers take with them. */
import assert from "node:assert/strict";
import { unzipSync } from "fflate";
import type { Person } from "../../support/app.ts";
import { askForArchive } from "../../support/archives.ts";
import { inScene } from "../../support/in_scene.ts";
import { assertServesOthers } from "../../support/others.ts";
import { uploaded } from "../../support/uploads.ts";
import { run, startCast, startReading } from "../../support/cast.ts";

type Facts = Record<string, unknown>;

async function withArchive() {
  const app = await startReading();
  const { call, bookId } = app;
  const barbara = await app.person("Barbara");
  await call("POST", `${app.here}/members`, app.ada, { userId: barbara.id });
  const ask = (as: Person) => askForArchive(app, as, app.circle.id);
  async function unzipped(as: Person) {
    const response = await ask(as);
    assert.deepEqual([response.status, response.headers.get("Content-Type")], [200, "application/zip"]);
    const entries = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const texts = Object.entries(entries).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]);
    const files: Record<string, string> = Object.fromEntries(texts);
    const data = (name: string): Facts[] => JSON.parse(files[`${name}.json`]);
    return { files, data, all: Object.values(files).join("\n") };
  }
  const note = (by: Person, pageNumber: number, content: string) =>
    call("POST", `${app.path}/notes/${pageNumber}`, by, { content, pageNumber, bookId });
  const shareNote = async (by: Person, pageNumber: number, content: string) => {
    await note(by, pageNumber, content);
    await call("PUT", `${app.path}/notes/${pageNumber}/sharing`, by, { shared: true });
  };
  const question = async (by: Person, page: number, question: string): Promise<{ id: string }> =>
    (await call("POST", `${app.path}/questions`, by, { page, question })).body.question;
  return { ...app, barbara, ask, unzipped, note, shareNote, question };
}

const test = inScene(withArchive);

test("Ada's archive has what the group wrote, and nothing private or ahead of her", async (app) => {
  const { ada, grace, barbara, bookId, here } = app;
  await app.post(grace, "Hello <world>");
  const sent = await uploaded(app, app.circle.id, { by: grace, content: "Looms", name: "a.txt", type: "text/plain" });
  const same = await uploaded(app, app.circle.id, { by: grace, content: "Cards", name: "a.txt", type: "text/plain" });
  await app.post(grace, "Two files", { files: [sent.id, same.id] });
  const gone = await app.post(grace, "Deleted words");
  await app.call("DELETE", `${here}/messages/${gone.id}`, grace);
  for (const reader of [grace, barbara]) await app.turn(reader, 60);
  await app.turn(ada, 20);
  const ahead = await uploaded(app, app.circle.id, {
    by: grace,
    content: "File ahead",
    name: "b.txt",
    type: "text/plain",
  });
  await app.post(grace, "Words ahead", { anchor: { bookId, page: 50 }, files: [ahead.id] });
  await app.shareNote(grace, 10, "Shared note");
  const [note] = (await app.call("GET", `${app.path}/notes`, ada)).body.notes;
  await app.call("POST", `/notes/${note.id}/answers`, ada, { content: "Answer to it" });
  await app.shareNote(grace, 40, "Note ahead");
  await app.note(grace, 5, "Private words");
  await app.call("PUT", `/books/${bookId}/chapters`, ada, [{ title: "Looms", page: 10 }]);
  const plan = { startsAt: "2026-03-02", targetAt: "2026-03-29", days: [1] };
  await app.call("PUT", `/books/${bookId}/plan`, ada, plan);
  const answered = await app.question(grace, 20, "Why looms?");
  const open = await app.question(grace, 15, "Why cards?");
  await app.question(grace, 55, "Question ahead");
  for (const by of [ada, grace]) {
    await app.call("PUT", `/questions/${answered.id}/answer`, by, { content: `So says ${by.username}` });
  }
  await app.call("PUT", `/questions/${open.id}/answer`, grace, { content: "Not yet for Ada" });

  const { files, data, all } = await app.unzipped(ada);
  assert.deepEqual(Object.keys(files), [
    ...["README.txt", "group.json", "members.json", "messages.json", "files/2/a.txt", "files/2/a (2).txt"],
    ...["shelf.json", "notes.json", "highlights.json", "questions.json", "reviews.json", "polls.json", "meetings.json"],
  ]);
  assert.equal((data("group") as unknown as Facts).name, app.circle.groupName);
  const members = data("members").map(({ username, role }) => [username, role]);
  assert.deepEqual(members.sort(), [["ada", "creator"], ["barbara", "member"], ["grace", "member"]]);
  assert.deepEqual(data("messages").map(({ by, text, hidden, files }) => [by, text, hidden, files]), [
    ["grace", "Hello <world>", undefined, []],
    ["grace", "Two files", undefined, ["files/2/a.txt", "files/2/a (2).txt"]],
    ["grace", null, true, []],
  ]);
  assert.deepEqual([files["files/2/a.txt"], files["files/2/a (2).txt"]].sort(), ["Cards", "Looms"]);
  const [book] = data("shelf");
  assert.deepEqual([book.title, book.chapters], ["Sketch", [{ title: "Looms", page: 10 }]]);
  assert.deepEqual(book.plan, { from: "2026-03-02", to: "2026-03-29", daysOfTheWeek: [1] });
  const [shared, hidden] = data("notes");
  assert.deepEqual([shared.by, shared.page, shared.text], ["grace", 10, "Shared note"]);
  assert.deepEqual((shared.answers as Facts[]).map(({ by, text }) => [by, text]), [["ada", "Answer to it"]]);
  assert.deepEqual(hidden, { bookId, hidden: true, count: 1 });
  const questions = data("questions").map((
    { page, question, answered, answers },
  ) => [page, question, answered, (answers as Facts[])?.map(({ text }) => text)]);
  assert.deepEqual(questions, [
    [15, "Why cards?", 1, undefined],
    [20, "Why looms?", undefined, ["So says ada", "So says grace"]],
    [55, null, 0, undefined],
  ]);
  const secrets = [
    "Deleted words",
    "Words ahead",
    "File ahead",
    "Note ahead",
    "Private words",
    "Question ahead",
    "Review for the end",
  ];
  for (const secret of [...secrets, "Not yet for Ada", "@example.org", ada.token]) {
    assert.ok(!all.includes(secret), secret);
  }
  assert.match(files["README.txt"], /What is in it:\n- The name[^]*What is not in it:\n- Notes that nobody has shared/);
});

test("it has the group's settings, polls, meetings, and reviews once Ada has finished the book", async (app) => {
  const { ada, grace, barbara, bookId, here } = app;
  for (const secret of [false, true]) {
    const poll = { question: `Next? ${secret}`, kind: "one", options: [{ text: "Emma" }, { text: "Notes" }], secret };
    const { id, options } = (await app.call("POST", `${here}/polls`, ada, poll)).body.poll;
    for (const by of [grace, barbara]) {
      await app.call("PUT", `/polls/${id}/vote`, by, { options: [options[1].id] });
    }
    if (secret) await app.call("POST", `/polls/${id}/close`, ada);
  }
  const next = { id: "next", title: "Emma", author: null, pageCount: 100, state: "suggested" };
  const shelved = (await app.call("POST", `/books/groups/${app.circle.id}/books`, ada, next)).body.book;
  for (const by of [ada, grace]) await app.call("PUT", `/books/${shelved.id}/interest`, by);
  const [startsAt, endsAt] = [1, 2].map((hours) => new Date(app.deps.clock() + hours * 3_600_000).toISOString());
  const planned = { title: "Tea", startsAt, endsAt, timeZone: "Europe/London", place: "Room 2" };
  const { meeting } = (await app.call("POST", `${here}/meetings`, ada, planned)).body;
  await app.call("PUT", `/meetings/${meeting.id}/reply`, grace, { reply: "yes" });
  await app.call("PUT", `${here}/settings`, ada, { askToShare: true });
  await app.turn(grace, 200);
  await app.call("PUT", `/books/${bookId}/review`, grace, { stars: 4, text: "Review for the end" });

  const { data, all } = await app.unzipped(ada);
  assert.ok(!all.includes("Review for the end"));
  assert.equal(((data("group") as unknown as Facts).settings as Facts).askToShare, true);
  const states = data("shelf").map(({ title, state, interested }) => [title, state, interested]);
  assert.deepEqual(states, [["Sketch", "now", 0], ["Emma", "suggested", 2]]);
  const polls = data("polls").map(({ question, secret, options, winner }) => [question, secret, options, winner]);
  const counted = (emma: number | null, notes: number | null) => [
    { text: "Emma", bookId: null, votes: emma },
    { text: "Notes", bookId: null, votes: notes },
  ];
  assert.deepEqual(polls.sort(), [
    ["Next? false", false, counted(null, null), null],
    ["Next? true", true, counted(0, 2), "Notes"],
  ]);
  // Ada has not voted in the one, and the other is secret.
  assert.deepEqual(data("polls").map(({ secret, ballots }) => [secret, ballots]).sort(), [[false, []], [true, null]]);
  assert.deepEqual(data("meetings").map(({ title, place, replies, coming }) => [title, place, replies, coming]), [
    ["Tea", "Room 2", { yes: 1, maybe: 0, no: 0 }, ["grace"]],
  ]);
  assert.deepEqual(data("reviews"), []);
  await app.turn(ada, 200);
  const [review] = (await app.unzipped(ada)).data("reviews");
  assert.deepEqual([review.by, review.stars, review.text], ["grace", 4, "Review for the end"]);
});

test("more members than are read at a time are each in it, as interested and with their vote", async (app) => {
  const { ada, here, circle } = app;
  const book = { id: "next", title: "Emma", author: null, pageCount: 100, state: "suggested" };
  const { id: bookId } = (await app.call("POST", `/books/groups/${circle.id}/books`, ada, book)).body.book;
  const asked = { question: "Next?", kind: "one", options: [{ text: "Emma" }, { text: "Notes" }] };
  const { poll } = (await app.call("POST", `${here}/polls`, ada, asked)).body;
  await app.call("PUT", `/polls/${poll.id}/vote`, ada, { options: [poll.options[0].id] });
  for (
    const statement of [
      `insert into users (id, username, password_hash, created_at)
        select 'reader' || n, 'reader' || n, '', 1 from seqs`,
      `insert into members (group_id, user_id, joined_at) select '${circle.id}', 'reader' || n, 1 from seqs`,
      `insert into book_interests (book_id, user_id, created_at) select '${bookId}', 'reader' || n, n / 7 from seqs`,
      `insert into poll_votes (poll_id, option_id, user_id)
        select '${poll.id}', '${poll.options[1].id}', 'reader' || n from seqs`,
    ]
  ) await run(app, `with recursive seqs(n) as (select 1 union all select n + 1 from seqs where n < 120) ${statement}`);

  const { data } = await app.unzipped(ada);
  const emma = data("shelf").find(({ title }) => title === "Emma")!;
  assert.equal(emma.interested, 120);
  assert.equal(new Set(emma.interestedBy as string[]).size, 120);
  const [{ ballots }] = data("polls") as { ballots: { by: string; options: number[] }[] }[];
  assert.deepEqual([ballots.length, new Set(ballots.map(({ by }) => by)).size], [121, 121]);
});

test("it is a file with the group's name, whatever that has", async (app) => {
  const names = [
    ["Linear Algebra", `filename="linear-algebra.zip"`],
    ["../No. 5: \u202eÉtudes", `filename="-no-5_-_tudes.zip"; filename*=UTF-8''-no-5_-%C3%A9tudes.zip`],
  ];
  for (const [groupName, expected] of names) {
    await app.call("PUT", app.here, app.ada, { groupName });
    const response = await app.ask(app.ada);
    await response.body!.cancel();
    assert.equal(response.headers.get("Content-Disposition"), `attachment; ${expected}`);
  }
});

test("files of many messages are each in it, once, under their message", async (app) => {
  const send = async (name: string) => {
    const sent = { by: app.grace, content: name, name, type: "text/plain" };
    const { id } = await uploaded(app, app.circle.id, sent);
    await app.post(app.grace, name, { files: [id] });
  };
  await send("first.txt");
  for (let n = 0; n < 110; n++) await app.post(app.grace, `Number ${n}`);
  await send("last.txt");
  const { files } = await app.unzipped(app.ada);
  const paths = Object.keys(files).filter((name) => name.startsWith("files/"));
  assert.deepEqual(paths, ["files/1/first.txt", "files/112/last.txt"]);
});

test("it breaks off once Grace is no organizer, and others are served while it is made", async (app) => {
  const { ada, grace, circle, here } = app;
  await run(
    app,
    `with recursive seqs(n) as (select 1 union all select n + 1 from seqs where n < 4000)
      insert into messages (id, group_id, user_id, content, seq, rev, created_at)
      select 'message' || n, '${circle.id}', '${ada.id}', 'Number ' || n || ' ${"x".repeat(500)}', n, n, n from seqs`,
  );
  await app.call("PUT", `${here}/members/${grace.id}/role`, ada, { role: "organizer" });
  const reader = (await app.ask(grace)).body!.getReader();
  await reader.read();
  await app.call("PUT", `${here}/members/${grace.id}/role`, ada, { role: "member" });
  await assert.rejects(async () => {
    while (!(await reader.read()).done);
  });
  await assertServesOthers(app, async () => void await (await app.ask(ada)).arrayBuffer());
});

Deno.test("an organizer can have five archives an hour, and those who may not have it use up none", async () => {
  await using app = await startCast({ env: { RATE_LIMITS: "on" } });
  const ask = async (as: Person) => {
    const response = await askForArchive(app, as, app.circle.id);
    await response.arrayBuffer();
    return response.status;
  };
  for (const expected of [...Array(5).fill(200), 429]) assert.equal(await ask(app.ada), expected);
  for (let n = 0; n < 6; n++) assert.equal(await ask(app.grace), 403);
});
