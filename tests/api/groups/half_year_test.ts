/** Half a year of a club of eight, from suggestions to reviews: each number that it shows is counted here once more. */
import assert from "node:assert/strict";
import { closeDuePolls } from "../../../server/actions/groups/poll_closing.ts";
import { type Person, startApp } from "../../support/app.ts";
import { randomFrom } from "../../support/random.ts";

const day = 24 * 3600_000;
const names = ["Ada", "Grace", "Barbara", "Edsger", "Frances", "Donald", "Margaret", "Alan"];
/**
 * The first of five times five weeks and a day, of which the first week is for choosing; summer time ends in the
 * fourth.
 */
const begin = Date.parse("2026-06-29T08:00:00Z");

interface Book {
  id: string;
  pageCount: number;
}

async function openClub() {
  let now = begin;
  const app = await startApp({ clock: () => now });
  const people = await Promise.all(names.map(app.person));
  const group = await app.group(people[0], ...people.slice(1));
  const random = randomFrom(26);
  return {
    ...app,
    people,
    here: `/groups/${group.id}`,
    shelf: `/books/groups/${group.id}/books`,
    random,
    now: () => now,
    /** As a date of UTC, which is everybody's time zone. */
    today: () => new Date(now).toISOString().slice(0, 10),
    pass: (ms: number) => now += ms,
    some: (share: number) => people.filter(() => random(100) < share),
    async ok(method: string, path: string, as: Person, body?: unknown) {
      const answer = await app.call(method, path, as, body);
      assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
  };
}

type Club = Awaited<ReturnType<typeof openClub>>;

/** What the test has counted: pages by day and books of each reader, and the winners of polls. */
class Ledger {
  pages: Map<string, Map<string, number>>;
  finished: Map<string, number>;
  winners: (string | null)[] = [];

  constructor(people: Person[]) {
    this.pages = new Map(people.map(({ id }) => [id, new Map()]));
    this.finished = new Map(people.map(({ id }) => [id, 0]));
  }

  turn(id: string, today: string, pages: number): void {
    const days = this.pages.get(id)!;
    days.set(today, (days.get(today) ?? 0) + pages);
  }
}

Deno.test("In half a year of a club of eight every number is what its members did", async () => {
  const club = await openClub();
  await using _ = club;
  const ledger = new Ledger(club.people);
  const meeting = await planMeetings(club);
  for (const [n, person] of club.people.entries()) {
    await club.ok("PUT", "/reading/goal", person, { year: 2026, books: n + 1 });
  }
  const read: Book[] = [];
  for (let n = 0; n < 5; n++) {
    const book = await choose(club, ledger, n);
    await review(club, book, await readTogether(club, ledger, { book, meeting }));
    read.push(book);
  }
  // Their sessions have ended.
  club.people.splice(0, names.length, ...await Promise.all(names.map(club.person)));
  await compareShelf(club, read);
  await comparePolls(club, ledger);
  for (const [n, person] of club.people.entries()) await compareReader(club, ledger, { person, goal: n + 1 });
});

/** Every Thursday at seven in the evening in Berlin. */
async function planMeetings({ ok, here, people: [ada] }: Club): Promise<string> {
  const { meeting } = await ok("POST", `${here}/meetings`, ada, {
    title: "Thursday",
    startsAt: "2026-07-02T19:00:00+02:00",
    endsAt: "2026-07-02T21:00:00+02:00",
    timeZone: "Europe/Berlin",
    repeats: "weekly",
  });
  return meeting.id;
}

/** Members suggest books, say which they would read, and rank them. */
async function choose(club: Club, ledger: Ledger, n: number): Promise<Book> {
  const { ok, shelf, here, people, random, some, pass } = club;
  const [ada] = people;
  const books: Book[] = [];
  for (let suggested = 0; suggested < 3 + random(3); suggested++) {
    const draft = { title: `Book ${n}.${suggested}`, pageCount: 80 + random(300), state: "suggested" };
    const { book } = await ok("POST", shelf, people[random(8)], draft);
    const interested = some(40);
    for (const person of interested) await ok("PUT", `/books/${book.id}/interest`, person);
    const { books: shown } = await ok("GET", shelf, ada);
    const { interested: counted } = shown.find(({ id }: Book) => id === book.id);
    assert.deepEqual(counted.toSorted(), interested.map(({ id }) => id).toSorted());
    books.push({ id: book.id, pageCount: draft.pageCount });
  }
  const question = `What after ${n} books?`;
  const closesAt = new Date(club.now() + 2 * day).toISOString();
  const options = books.map(({ id }) => ({ bookId: id }));
  const { poll } = await ok("POST", `${here}/polls`, ada, { question, kind: "ranked", options, closesAt });
  const ids: string[] = poll.options.map(({ id }: { id: string }) => id);
  const ballots: string[][] = [];
  for (const person of some(80)) {
    const order = ids.toSorted(() => random(3) - 1).slice(0, 1 + random(ids.length));
    ballots.push(order);
    const voted = (await ok("PUT", `/polls/${poll.id}/vote`, person, { options: order })).poll;
    assert.equal(voted.voted, ballots.length);
    assert.deepEqual(
      voted.options.map(({ votes }: { votes: number }) => votes),
      ids.map((id) => ballots.filter(([first]) => first === id).length),
    );
  }
  pass(2 * day);
  await closeDuePolls(club.deps, new AbortController().signal);
  const { winner } = (await ok("GET", `/polls/${poll.id}`, ada)).poll;
  assert.equal(winner, winnerOf(ids, ballots));
  ledger.winners.unshift(winner);
  const chosen = winner ? books[ids.indexOf(winner)] : books[0];
  await ok("PUT", `/books/${chosen.id}`, ada, { state: "now" });
  pass(5 * day);
  return chosen;
}

/** Round by round; of several with the fewest votes the one goes that had fewer in the latest round that differs. */
function winnerOf(ids: string[], ballots: string[][]): string | null {
  const history: Map<string, number>[] = [];
  for (let left = ids; left.length > 0;) {
    const firsts = ballots.map((ballot) => ballot.find((id) => left.includes(id))).filter((id) => id !== undefined);
    const votes = new Map(left.map((id) => [id, firsts.filter((first) => first === id).length]));
    history.unshift(votes);
    const best = left.find((id) => votes.get(id)! * 2 > firsts.length);
    if (best || firsts.length === 0) return best ?? null;
    const fewer = (a: string, b: string) =>
      history.map((round) => round.get(a)! - round.get(b)!).find((difference) => difference !== 0) ?? 0;
    const weakest = left.filter((id) => left.every((other) => fewer(id, other) <= 0));
    if (weakest.length === left.length) return null;
    left = left.filter((id) => id !== weakest.at(-1));
  }
  return null;
}

/** Four weeks of turning pages, asking, answering and meeting. All finish but those who stop. */
async function readTogether(
  club: Club,
  ledger: Ledger,
  { book: { id, pageCount }, meeting }: { book: Book; meeting: string },
): Promise<Person[]> {
  const { ok, people, random, today, now, pass } = club;
  const path = `/books/${id}`;
  const targetAt = new Date(now() + 27 * day).toISOString().slice(0, 10);
  const plan = { startsAt: today(), targetAt, days: [0, 1, 2, 3, 4, 5, 6] };
  await ok("PUT", `${path}/plan`, people[0], plan);
  const at = new Map(people.map((person) => [person, 0]));
  const stops = new Map(people.map((person) => [person, random(4) === 0 ? 1 + random(pageCount - 1) : pageCount]));
  const asked: { id: string; page: number; answered: number }[] = [];
  for (let passed = 0; passed < 28; passed++) {
    const { expected } = await ok("GET", `${path}/plan`, people[0]);
    assert.equal(expected.percent, Math.round(100 * (passed + 1) / 28));
    for (const person of people) {
      if (random(3) === 0 && passed < 27) continue;
      const page = passed === 27 ? stops.get(person)! : Math.min(stops.get(person)!, at.get(person)! + random(25));
      if (page === at.get(person)) continue;
      await ok("PUT", `${path}/progress`, person, { currentPage: page });
      ledger.turn(person.id, today(), page - at.get(person)!);
      at.set(person, page);
      if (page === pageCount) ledger.finished.set(person.id, ledger.finished.get(person.id)! + 1);
    }
    if (passed % 7 === 3) await meet(club, meeting);
    if (passed % 5 === 4) await ask(club, { path, at, asked });
    pass(day);
  }
  const finished = people.filter((person) => at.get(person) === pageCount);
  const { questions } = await ok("GET", `${path}/questions`, finished[0]);
  const counts = (list: typeof asked) => list.map(({ id, answered }) => [id, answered]).sort();
  assert.deepEqual(counts(questions), counts(asked));
  return finished;
}

async function ask(
  { ok, people, random }: Club,
  { path, at, asked }: {
    path: string;
    at: Map<Person, number>;
    asked: { id: string; page: number; answered: number }[];
  },
): Promise<void> {
  const asker = people[random(8)];
  const page = Math.max(1, at.get(asker)!);
  const { question } = await ok("POST", `${path}/questions`, asker, { page, question: `What of ${page}?` });
  const answering = people.filter((person) => at.get(person)! >= page && random(2) === 0);
  for (const person of answering) await ok("PUT", `/questions/${question.id}/answer`, person, { content: "A loom" });
  asked.push({ id: question.id, page, answered: answering.length });
}

/** The meeting of this week is the next one, at seven by the clocks of Berlin, and only its own replies count. */
async function meet({ ok, here, people, random, now }: Club, id: string): Promise<void> {
  const replies = { yes: 0, maybe: 0, no: 0 };
  for (const person of people) {
    if (random(4) === 0) continue;
    const reply = (["yes", "maybe", "no"] as const)[random(3)];
    replies[reply]++;
    await ok("PUT", `/meetings/${id}/reply`, person, { reply });
  }
  const { meetings: [meeting] } = await ok("GET", `${here}/meetings`, people[1]);
  assert.deepEqual(meeting.replies, replies);
  assert.ok(Date.parse(meeting.endsAt) > now() && Date.parse(meeting.startsAt) < now() + 7 * day);
  const time = { timeZone: "Europe/Berlin", weekday: "short", hour: "2-digit", minute: "2-digit" } as const;
  assert.match(new Date(meeting.startsAt).toLocaleString("en-GB", time), /^Thu,? 19:00$/);
}

/** Those who have finished rate the book, and some of them again; the others may not. */
async function review(club: Club, { id, pageCount }: Book, finished: Person[]): Promise<void> {
  const { call, ok, people, random, pass } = club;
  const path = `/books/${id}/review`;
  const stars = new Map<Person, number>();
  for (const person of [...people, ...club.some(30)]) {
    const given = 0.5 * (1 + random(10));
    const { status } = await call("PUT", path, person, { stars: given, text: `Of ${pageCount} pages` });
    assert.equal(status, finished.includes(person) ? 200 : 403);
    if (status === 200) stars.set(person, given);
  }
  const { average, rated, reviews } = await ok("GET", `${path}s`, finished[0]);
  const sum = stars.values().reduce((sum, given) => sum + given, 0);
  assert.deepEqual([average, rated, reviews.length], [sum / stars.size, finished.length, finished.length]);
  await ok("PUT", `/books/${id}`, people[0], { state: "done" });
  pass(day);
}

/** What was read is done, and the rest is still suggested. */
async function compareShelf({ ok, shelf, people: [ada] }: Club, read: Book[]): Promise<void> {
  const { books } = await ok("GET", shelf, ada);
  const done = new Set(read.map(({ id }) => id));
  for (const { id, state } of books) assert.equal(state, done.has(id) ? "done" : "suggested");
  assert.equal(books.filter(({ state }: { state: string }) => state === "done").length, read.length);
}

async function comparePolls({ ok, here, people: [, grace] }: Club, { winners }: Ledger): Promise<void> {
  const { polls } = await ok("GET", `${here}/polls`, grace);
  assert.deepEqual(polls.map(({ winner }: { winner: string | null }) => winner), winners);
  assert.ok(winners.some((winner) => winner !== null));
}

/** The log, the list and the goal of a reader. */
async function compareReader(
  { ok }: Club,
  { pages, finished }: Ledger,
  { person, goal }: { person: Person; goal: number },
): Promise<void> {
  const log = await ok("GET", "/reading?year=2026", person);
  const days = [...pages.get(person.id)!].map(([day, pages]) => ({ day, pages }));
  assert.deepEqual(log.days, days);
  assert.equal(log.pages, days.reduce((sum, { pages }) => sum + pages, 0));
  const books = finished.get(person.id)!;
  assert.equal(log.finished, books);
  assert.deepEqual((await ok("GET", "/reading/goal?year=2026", person)).goal, {
    year: 2026,
    books: goal,
    finished: books,
  });
}
