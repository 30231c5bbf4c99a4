/** A group that uses everything, its archive read back elsewhere, and the archive of that. */
import assert from "node:assert/strict";
import { unzipSync } from "fflate";
import { pollTexts } from "../../../server/contract/groups/poll_texts.ts";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import type { Poll } from "../../../server/contract/groups/poll_shapes.ts";
import { closeDuePolls } from "../../../server/actions/groups/poll_closing.ts";
import { type Person, startApp, type TestApp } from "../../support/app.ts";
import { type Archive, archiveOf, readBack } from "../../support/archives.ts";
import { visit } from "../../support/requests.ts";
import { uploaded } from "../../support/uploads.ts";

const hour = 3600_000;
const env = { ORGANIZERS_ADD_PEOPLE: "true" };
const pageCounts: Record<string, number> = { Sketch: 200, Emma: 300, Persuasion: 150, Evelina: 90 };

/** Of all kinds of things that an archive has. */
async function fill(app: TestApp, people: Person[], clock: { now: number }): Promise<string> {
  const [ada, grace, barbara] = people;
  const group = await app.group(ada, grace, barbara);
  const here = `/groups/${group.id}`;
  const ok = async (method: string, path: string, as: Person, body?: unknown) => {
    clock.now += 1000;
    const answer = await app.call(method, path, as, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const inHours = (hours: number) => new Date(clock.now + hours * hour).toISOString();
  await ok("PUT", here, ada, { groupName: "Looms", description: "Reads Lovelace" });
  await ok("PUT", `${here}/settings`, ada, {
    plan: "organizers",
    askToShare: true,
    hideMembers: true,
    quietHours: { from: "22:00", to: "07:30", timeZone: "Europe/Berlin" },
  });
  await ok("PUT", `${here}/members/${grace.id}/role`, ada, { role: "organizer" });

  const books: Record<string, string> = {};
  for (
    const [title, state] of [["Sketch", "now"], ["Emma", "next"], ["Persuasion", "suggested"], ["Evelina", "done"]]
  ) {
    const draft = { title, author: `Author of ${title}`, pageCount: pageCounts[title] };
    const { book } = await ok("POST", `/books/groups/${group.id}/books`, grace, draft);
    await ok("PUT", `/books/${book.id}`, ada, { state });
    books[title] = book.id;
  }
  const [sketch, emma] = [books.Sketch, books.Emma];
  await ok("PUT", `/books/${sketch}/chapters`, ada, [{ title: "Cards", page: 10 }, { title: "Ends", page: 90 }]);
  const plan = { startsAt: "2026-03-02", targetAt: "2026-03-29", days: [1, 3] };
  await ok("PUT", `/books/${sketch}/plan`, ada, plan);
  for (const by of [barbara, ada]) await ok("PUT", `/books/${emma}/interest`, by);
  await ok("PUT", `/books/${books.Persuasion}/interest`, grace);

  const post = async (by: Person, content: string, more = {}) =>
    (await ok("POST", `${here}/messages`, by, { content, ...more })).message;
  const hello = await post(grace, "Hello <world>");
  const reply = await post(ada, "Hello Grace, and @barbara", { replyTo: hello.id });
  await post(barbara, "In the thread", { replyTo: reply.id });
  const file = await uploaded(app, group.id, { by: grace, content: "Looms", name: "a.txt", type: "text/plain" });
  const paged = await post(grace, "On page 50", { anchor: { bookId: sketch, page: 50 }, files: [file.id] });
  await ok("PUT", `${here}/messages/${paged.id}`, grace, { content: "On page 50, changed" });
  await ok("PUT", `${here}/messages/${hello.id}/pin`, ada);
  for (const [by, emoji] of [[barbara, "🎉"], [ada, "👍"], [grace, "🎉"]] as const) {
    await ok("PUT", `${here}/messages/${reply.id}/reactions/${encodeURIComponent(emoji)}`, by);
  }

  for (const [title, id] of Object.entries(books)) {
    for (const by of [ada, grace, barbara]) {
      await ok("PUT", `/books/${id}/progress`, by, { currentPage: pageCounts[title] });
    }
  }
  for (const [by, page] of [[grace, 10], [barbara, 150]] as const) {
    await ok("POST", `/books/${sketch}/notes/${page}`, by, {
      content: `Note ${page}`,
      pageNumber: page,
      bookId: sketch,
    });
    await ok("PUT", `/books/${sketch}/notes/${page}/sharing`, by, { shared: true });
  }
  const { notes } = await ok("GET", `/books/${sketch}/notes`, ada);
  await ok("POST", `/notes/${notes[0].id}/answers`, ada, { content: "An answer" });
  const { question } = await ok("POST", `/books/${sketch}/questions`, grace, { page: 20, question: "Why looms?" });
  for (const by of [ada, barbara]) {
    await ok("PUT", `/questions/${question.id}/answer`, by, { content: `So says ${by.username}` });
  }
  await ok("PUT", `/books/${sketch}/review`, grace, { stars: 3.5, text: "Read it" });
  await ok("PUT", `/books/${books.Evelina}/review`, barbara, { stars: null, text: "Letters" });

  const poll = async (draft: Record<string, unknown>, votes: [Person, number[]][], isClosed = true) => {
    const { poll } = await ok("POST", `${here}/polls`, ada, draft);
    for (const [by, numbers] of votes) {
      await ok("PUT", `/polls/${poll.id}/vote`, by, { options: numbers.map((number) => poll.options[number].id) });
    }
    if (isClosed) await ok("POST", `/polls/${poll.id}/close`, ada);
  };
  const options = ["Monday", "Tuesday", "Friday"].map((text) => ({ text }));
  await poll({ question: "When?", kind: "many", options }, [[grace, [0, 2]], [barbara, [2]]]);
  await poll({ question: "Where?", kind: "one", options, closesAt: inHours(30) }, [[ada, [1]], [grace, [0]]], false);
  await poll({ question: "Not yet?", kind: "one", options }, [], false);
  const ofBooks = [{ bookId: emma }, { bookId: books.Persuasion }, { text: "Neither" }];
  const ballots: [Person, number[]][] = [[ada, [2, 1]], [grace, [1, 0]], [barbara, [0, 1]]];
  await poll({ question: "What next?", kind: "ranked", options: ofBooks }, ballots);
  await poll({ question: "Secret?", kind: "one", options, secret: true }, [[ada, [1]], [grace, [1]], [barbara, [0]]]);
  await poll({ question: "Secret tie?", kind: "one", options, secret: true }, [[ada, [1]], [grace, [0]]]);
  await poll({ question: "Hers alone?", kind: "one", options, closesAt: inHours(30) }, [[grace, [2]]], false);
  const draft = { question: "Secret, open?", kind: "one", options, secret: true, closesAt: inHours(30) };
  await poll(draft, [[ada, [1]], [grace, [1]]], false);
  const ranked = { question: "In which order?", kind: "ranked", options, closesAt: inHours(30) };
  await poll(ranked, [[ada, [2, 1]], [grace, [1]], [barbara, [1, 0]]], false);
  await poll({ question: "Nobody?", kind: "one", options, closesAt: inHours(1) }, [], false);
  clock.now += hour;
  await closeDuePolls(app.deps, new AbortController().signal);

  const meet = async (title: string, hours: number, more = {}) =>
    (await ok("POST", `${here}/meetings`, ada, {
      title,
      startsAt: inHours(hours),
      endsAt: inHours(hours + 2),
      timeZone: "Europe/London",
      ...more,
    })).meeting.id;
  const tea = await meet("Tea", 30, { place: "Room 2", bookId: sketch, upTo: 90 });
  const weekly = await meet("Thursday", 50, { repeats: "weekly", url: "https://example.org/room" });
  for (const [id, by] of [[tea, grace], [tea, ada], [weekly, barbara]] as const) {
    await ok("PUT", `/meetings/${id}/reply`, by, { reply: "yes" });
  }
  await ok("DELETE", `/meetings/${await meet("Cancelled", 40)}`, ada);
  await ok("PUT", `/meetings/${await meet("Over", 1)}/reply`, grace, { reply: "yes" });
  await meet("Every week from today", 1, { repeats: "weekly" });
  clock.now += 4 * hour;
  return group.id;
}

type Row = Record<string, unknown>;

/** Without ids and addresses, and without the votes of secret polls, of which only the result is read back. */
function contentOf(archive: Uint8Array): Record<string, unknown> {
  const entries = Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]);
  const files: Record<string, string> = Object.fromEntries(entries);
  const rows = (name: string): Row[] => JSON.parse(files[name]);
  const titles = new Map(rows("shelf.json").map(({ bookId, title }) => [bookId, title]));
  return Object.fromEntries(
    entries.map(([name, text]) => {
      if (!name.endsWith(".json")) return [name, text.replace(/made at \S+/, "")];
      const value = JSON.parse(text, (key, value) => {
        if (key === "bookId") return titles.get(value) ?? null;
        if (key === "text" && typeof value === "string") return value.replace(/\S+\/group\/\S+$/, "its address");
        return value;
      });
      if (name === "polls.json") {
        for (const poll of value) if (poll.secret) { for (const option of poll.options) option.votes = null; }
      }
      if (name === "group.json") return [name, { ...value, id: undefined }];
      const by = (row: Row): string => String(row.username ?? row.number ?? row.title ?? row.question ?? "");
      return [name, value.sort((a: Row, b: Row) => by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : 0)];
    }),
  );
}

async function filledArchive(clock: { now: number }): Promise<Archive> {
  await using app = await startApp({ env, clock: () => clock.now });
  const people = await Promise.all(["Ada", "Grace", "Barbara"].map(app.person));
  return await archiveOf(app, people[0], await fill(app, people, clock));
}

Deno.test("what Ada reads back has the same archive as what it was read from", async () => {
  const clock = { now: Date.parse("2026-03-10T08:00:00Z") };
  const archives = [await filledArchive(clock)];
  await using app = await startApp({ env, clock: () => clock.now });
  const ada = await app.person("Ada");
  const { status, body } = await readBack(app, ada, archives[0]);
  assert.deepEqual([status, body.leftOut], [201, 0], JSON.stringify(body));
  const { id } = body.group;
  const { books } = (await app.call("GET", `/books/groups/${id}/books`, ada)).body;
  for (const { id, pageCount } of books) {
    await app.call("PUT", `/books/${id}/progress`, ada, { currentPage: pageCount });
  }
  archives.push(await archiveOf(app, ada, id));
  const [before, after] = archives.map(contentOf);
  assert.deepEqual(after, before);

  const { polls } = (await app.call("GET", `/groups/${id}/polls`, ada)).body;
  const { messages } = (await app.call("GET", `/groups/${id}/messages`, ada)).body;
  for (const { id: pollId, question } of polls) {
    assert.ok(
      messages.some(({ poll }: Message) => poll?.url === `/group/${id}/polls/${pollId}`),
      question,
    );
    const page = await (await visit(app, `/group/${id}/polls/${pollId}`, ada)).text();
    const isSecret = /^Secret( tie)?\?$/.test(question);
    assert.equal(page.includes(pollTexts.notCounted), isSecret, question);
    assert.equal(page.includes(pollTexts.nobody), question === "Nobody?", question);
  }
});

Deno.test("polls whose time has come since the archive was made are closed in it, and nobody is notified", async () => {
  const clock = { now: Date.parse("2026-03-10T08:00:00Z") };
  const archive = await filledArchive(clock);
  clock.now += 400 * 24 * hour;
  await using app = await startApp({ env, clock: () => clock.now });
  const ada = await app.person("Ada");
  const { group: { id } } = (await readBack(app, ada, archive)).body;
  await closeDuePolls(app.deps, new AbortController().signal);
  const polls: Poll[] = (await app.call("GET", `/groups/${id}/polls`, ada)).body.polls;
  const messages: Message[] = (await app.call("GET", `/groups/${id}/messages`, ada)).body.messages;
  for (
    const [question, votes, winner] of [
      ["Where?", [1, 1, 0], undefined],
      ["In which order?", [0, 2, 1], "Tuesday"],
      ["Hers alone?", [null, null, null], undefined],
      ["Secret, open?", [null, null, null], undefined],
    ] as const
  ) {
    const poll = polls.find((poll) => poll.question === question)!;
    const won = poll.options.find(({ id }) => id === poll.winner)?.text;
    assert.deepEqual([poll.options.map(({ votes }) => votes), won], [votes, winner], question);
    assert.equal(poll.closedAt, poll.closesAt, question);
    const { text } = messages.find((message) => message.poll?.url.endsWith(poll.id))!.poll!;
    const { closed, closedUnknown } = pollTexts.inChat;
    assert.equal(text, votes[0] === null ? closedUnknown : closed(won ?? null), question);
    const page = await (await visit(app, `/group/${id}/polls/${poll.id}`, ada)).text();
    assert.ok(!page.includes(pollTexts.nobody), question);
    assert.equal(page.includes(pollTexts.unknownWinner), votes[0] === null, question);
  }
  assert.deepEqual((await app.call("GET", "/notices", ada)).body.notices, []);
});
