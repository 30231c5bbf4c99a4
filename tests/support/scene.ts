/**
 * A service with a rich cast, for pictures and for checks of every screen: full, empty, long, right-to-left, broken.
 */
import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { insertMessage } from "../../db/chat/new_messages.ts";
import { insertGroup } from "../../db/groups/groups.ts";
import { insertMember } from "../../db/groups/members.ts";
import { insertRequest } from "../../db/groups/requests.ts";
import { saveSettings } from "../../db/groups/settings.ts";
import { markRead } from "../../db/chat/read_marks.ts";
import { addCounts } from "../../db/operator/site.ts";
import { groups, highlights, mails, users } from "../../db/schema.ts";
import { sessionCookie, startSession } from "../../server/auth/sessions.ts";
import { portraitUrl } from "../media/pictures.ts";
import { type Person, startApp, type TestApp } from "./app.ts";
import { person, store } from "./people.ts";
import { paragraphs, storeText } from "./texts.ts";

export interface Scene {
  app: TestApp;
  /** Has everything. */
  ada: Person;
  /** Is in what Ada made. */
  grace: Person;
  /** Is new: has nothing. */
  nora: Person;
  /** Is in two hundred groups. */
  bertha: Person;
  /** Operates the site. */
  olga: Person;
  /** Full of talk and books. */
  group: string;
  /** Nothing in it yet; it was made by Ada. */
  emptyGroup: string;
  /** Names as long as they may be, right to left, and pictures that are gone. */
  oddGroup: string;
  /** Its messages are about pages of its book, some of them further on than Ada has read. */
  tiedGroup: string;
  /** Ada's conversation with Grace. */
  direct: string;
  /** Olga's books of her own. */
  own: string;
  /**
   * Of the group: the first with a plan, pages, notes, questions and chapters, and the last somewhere at Google Books.
   */
  books: string[];
  /** Paths of invitations: of good links, of one that was revoked, and of one that was mailed. */
  /** The path of a card of somebody without an email address, whom Ada has added to the group with nothing in it. */
  card: string;
  invites: { good: string; odd: string; revoked: string; mailed: string };
}

/** The cookie of someone's session, for a browser. */
export const sessionOf = ({ url }: { url: string }, { token }: { token: string }) => ({
  name: sessionCookie,
  value: token,
  url,
});

/** Sets the scene. `await using` of its app takes it away again. */
export async function setScene(): Promise<Scene> {
  const env = { OPERATORS: "olga@example.org", DEMO: "true", ORGANIZERS_ADD_PEOPLE: "true" };
  const app = await startApp({ env });
  const [ada, grace, nora, bertha, olga] = await Promise.all(
    ["Ada", "Grace", "Nora", "Bertha", "Olga"].map(app.person),
  );
  await store(app.deps.db, ...extras);
  await dress(app, ada, grace);
  const { group, emptyGroup, oddGroup } = await found(app, ada, grace);
  const books = await shelve(app, ada, grace, group);
  await readTogether(app, { ada, grace, bookId: books[0] });
  await storeText(app.deps.db, books[0], ["One", "Two"].map((title) => ({ title, paragraphs: paragraphs(title) })));
  await markText(app, { ada, grace, bookId: books[0] });
  await tieMessages(app, ada, grace);
  await befriend(app, ada, grace, nora);
  const { body: { group: { id: direct } } } = await app.call("POST", `/users/${grace.id}/conversation`, ada);
  await talk(app, direct, [ada, grace], 12);
  const { body: { group: { id: own } } } = await app.call("POST", "/reading/shelf", olga);
  await app.call("POST", `/books/groups/${own}/books`, olga, {
    title: "Persuasion",
    author: "Jane Austen",
    pageCount: 249,
  });
  const circles: string[] = [];
  for (let n = 1; n <= 200; n++) {
    const id = uuid();
    if (n < 4) circles.push(id);
    await insertGroup(app.deps.db, bertha.id, row(id, `Reading circle ${n}`, n % 3 ? null : lorem), n);
  }
  await list(app, { ada, grace, nora, bertha, emptyGroup, circles });
  const card = await addClass(app, ada, emptyGroup);
  const invites = await invite(app, { ada, grace, group, emptyGroup, oddGroup });
  await operate(app, { ada, grace, olga, group, oddGroup });
  return {
    app,
    ada,
    grace,
    nora,
    bertha,
    olga,
    group,
    emptyGroup,
    oddGroup,
    tiedGroup,
    direct,
    own,
    books,
    invites,
    card,
  };
}

/** A class without email addresses, one of whom has used their card. */
type Asking = Pick<Scene, "ada" | "grace" | "nora" | "bertha" | "emptyGroup"> & { circles: string[] };

/** Some of Bertha's groups and one of Grace's in the list of groups, which Nora has asked, and one of Ada's before. */
async function list({ deps: { db, clock } }: TestApp, { ada, grace, nora, bertha, emptyGroup, circles }: Asking) {
  const at = clock();
  for (const id of circles) await saveSettings(db, bertha.id, id, { listed: true });
  await saveSettings(db, grace.id, tiedGroup, { listed: true });
  await saveSettings(db, ada.id, emptyGroup, { listed: true });
  await insertRequest(db, nora.id, { groupId: tiedGroup, text: null }, at);
  await insertRequest(db, nora.id, { groupId: emptyGroup, text: lorem.slice(0, 200) }, at);
  await insertRequest(db, grace.id, { groupId: emptyGroup, text: arabic }, at + 1);
  await saveSettings(db, ada.id, emptyGroup, { listed: false });
}

async function addClass({ call }: TestApp, ada: Person, group: string): Promise<string> {
  const people = [unbroken.slice(0, 80), "Ida Rhodes", arabic, "Mary Somerville"].map((fullName) => ({ fullName }));
  const { body } = await call("POST", `/groups/${group}/people`, ada, { people });
  const paths = body.people.map(({ url }: { url: string }) => new URL(url).pathname + new URL(url).search);
  const token = new URLSearchParams(paths[1].split("?")[1]).get("token");
  await call("POST", "/auth/card", null, { token, password: ada.password });
  return paths[3];
}

const tiedGroup = "rtl";
export const lorem = "We read two chapters a week and meet on Thursdays. Bring a question, leave with two.";
const unbroken = "Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlungsbeamtinnenkurs";
const arabic = "مجموعة دراسة الجبر والمقابلة";

const extras = [
  person("Mallory", { fullName: "Mallory Unbroken".padEnd(78, "n"), username: "mallory".padEnd(30, "y") }),
  person("Khwarizmi", { fullName: "محمد بن موسى الخوارزمي" }),
  person("Emmy", { fullName: "Emmy 🦉 Noether 👩🏽‍🏫" }),
  person("Linus", { fullName: "Linus" }),
];

const row = (id: string, groupName: string, description: string | null) => ({ id, groupName, description });

async function dress(app: TestApp, ada: Person, grace: Person): Promise<void> {
  await app.call("PUT", "/users/profile", ada, {
    fullName: "Ada Lovelace",
    bio: "Notes on the analytical engine.\nPoetical science, mostly at night.",
    dob: "1990-12-10",
    gender: "female",
    linkedin: "https://www.linkedin.com/in/ada",
  });
  await app.call("PUT", "/users/profile", grace, {
    fullName: "Grace Hopper",
    bio: "Nanoseconds by the foot.",
    profileImage: await portraitUrl(),
  });
  for (const device of devices) {
    await startSession(app.deps, ada.id, { address: "2001:db8:85a3::8a2e:370:7334", device });
  }
}

/** With which Ada is signed in elsewhere. */
const devices = [
  "Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0",
  "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
];

/** The groups, and the messages in the full one. */
async function found(app: TestApp, ada: Person, grace: Person) {
  const { db } = app.deps;
  const [group, emptyGroup, oddGroup] = [1, 2, 3].map(() => uuid());
  const founded = Date.now() - 80 * 86_400_000;
  await insertGroup(db, ada.id, row(group, "The Analytical Engine", lorem), founded + 1);
  await insertGroup(db, ada.id, row(emptyGroup, "Vectors", null), founded + 2);
  await insertGroup(db, ada.id, row(oddGroup, unbroken, `${arabic} 🦉 ${"long ".repeat(90)}`), founded + 3);
  await insertGroup(db, grace.id, row(tiedGroup, arabic, arabic), founded + 4);
  await insertMember(db, grace.id, { groupId: tiedGroup, userId: ada.id }, founded + 5);
  for (const userId of [grace.id, ...extras.map(({ id }) => id)]) {
    for (const groupId of [group, oddGroup]) await insertMember(db, ada.id, { groupId, userId }, founded + 6);
  }
  await breakPictures(app);
  await talk(app, group, [ada, grace, extras[1], ada, extras[2]], 60);
  await markRead(db, ada.id, { groupId: group, seq: 60 }, Date.now());
  await talk(app, oddGroup, [extras[0], extras[1], ada], 6, odd);
  return { group, emptyGroup, oddGroup };
}

/** Mallory's picture and one group's are not to be had: their addresses lead nowhere. */
async function breakPictures({ deps: { db } }: TestApp): Promise<void> {
  const { eq } = await import("drizzle-orm");
  const nowhere = `/media/${"0".repeat(64)}-256.webp`;
  await db.write([db.q.update(users).set({ profileImage: nowhere }).where(eq(users.id, "mallory"))]);
  await db.write([db.q.update(groups).set({ image: nowhere }).where(eq(groups.id, tiedGroup))]);
}

const spoken = [
  "Has anyone read chapter 3 yet?",
  "Yes! https://example.org/notes is a good summary of the argument, though it goes on for quite a while.",
  "Not yet 😅",
  "The part about the punched cards took me two evenings. I wrote down where I got stuck, page 41.",
  "مرحبا بالجميع",
  "Shall we say Thursday at seven?",
];
const odd = [
  "x".repeat(400),
  "السلام عليكم، قرأت الفصل الثالث من الكتاب وأعجبني كثيرا 🦉 and then some English.",
  "🦉👩🏽‍🏫🇪🇺 ".repeat(30),
  "  indented\n    code\n\nand <b>no markup</b>",
];

/**
 * Messages in a group by turns, eight at a time three hours apart, the last ones at four in the afternoon (UTC) of
 * yesterday: days begin at the same places whatever the hour, and far from what a screen shows, in any zone.
 */
export async function talk(
  { deps }: TestApp,
  groupId: string,
  people: { id: string }[],
  count: number,
  said = spoken,
): Promise<void> {
  const hour = 3600_000;
  const last = Math.floor(Date.now() / (24 * hour)) * 24 * hour - 8 * hour;
  for (let n = 0; n < count; n++) {
    const content = said === spoken ? `${said[n % said.length]} ${babble(n)}` : said[n % said.length];
    const message = { id: uuid(), groupId, content, clientId: hex() + hex() };
    const at = last - Math.floor((count - 1 - n) / 8) * 3 * hour;
    await insertMessage(deps.db, { ...message, userId: people[n % 7 % people.length].id }, at);
  }
}

const words =
  ("the of a chapter page note card number engine table proof column reader question figure line again before second " +
    "later never because mill store result sign").split(" ");

/** Words that say little, but no two times the same: a page of them weighs what a page of talk weighs. */
const babble = (n: number): string =>
  Array.from({ length: n % 4 * 5 }, (_, i) => words[(n * n * 7 + i * i * 13 + n * i) % words.length]).join(" ").trim();

const hex = () => crypto.randomUUID().replaceAll("-", "").slice(16);

async function shelve(app: TestApp, ada: Person, grace: Person, group: string): Promise<string[]> {
  const path = `/books/groups/${group}/books`;
  const found = (await app.call("GET", "/books/search?query=calculus", ada)).body.books;
  const drawn = { title: "Sketch of the Analytical Engine", author: "L. F. Menabrea", pageCount: 66 };
  const wanted = [drawn, ...found.slice(0, 2), { title: unbroken, author: arabic, googleBooksId: "zyTCAlFPjgYC" }];
  const ids: string[] = [];
  for (const [n, book] of wanted.entries()) {
    ids.push((await app.call("POST", path, n % 2 ? grace : ada, book)).body.book.id);
  }
  await app.call("PUT", `/books/${ids[0]}/progress`, ada, { currentPage: 41 });
  await plan(app, { bookId: ids[0], readers: [ada, grace] });
  const note = { content: "Where the cards are explained.\nCompare with note G.", pageNumber: 41, bookId: ids[0] };
  await app.call("POST", `/books/${ids[0]}/notes/41`, ada, note);
  return ids;
}

/** A plan that runs, and readers who share their page. */
async function plan({ call }: TestApp, { bookId, readers }: { bookId: string; readers: Person[] }): Promise<void> {
  const inDays = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
  const schedule = { startsAt: inDays(-10), targetAt: inDays(20), days: [0, 1, 2, 3, 4, 5, 6] };
  await call("PUT", `/books/${bookId}/plan`, readers[0], schedule);
  for (const reader of readers) await call("PUT", `/books/${bookId}/sharing`, reader, { shared: true });
}

/** Shared notes, questions, chapters, a copy counted in minutes, and the books that Ada brought along. */
async function readTogether(
  { call, url }: TestApp,
  { ada, grace, bookId }: { ada: Person; grace: Person; bookId: string },
): Promise<void> {
  const here = `/books/${bookId}`;
  const chapters = ["The Mill", "The Store", "The Cards", unbroken].map((title, n) => ({ title, page: 1 + n * 16 }));
  await call("PUT", `${here}/chapters`, ada, chapters);
  await call("PUT", `${here}/progress`, grace, { currentPage: 60 });
  for (const [page, content] of [[12, "The mill is what we would call a processor."], [41, arabic], [60, lorem]]) {
    await call("POST", `${here}/notes/${page}`, grace, { content, pageNumber: page, bookId });
    await call("PUT", `${here}/notes/${page}/sharing`, grace, { shared: true });
  }
  const { body: { notes } } = await call("GET", `${here}/notes?page=12`, ada);
  for (const reader of [ada, grace]) await call("POST", `/notes/${notes[0].id}/answers`, reader, { content: lorem });
  const asked = [[12, "Why cards?"], [20, unbroken], [60, "Who wrote note G?"]].map(([page, question]) =>
    call("POST", `${here}/questions`, grace, { page, question })
  );
  const [{ body: { question } }] = await Promise.all(asked);
  for (const reader of [grace, ada]) {
    await call("PUT", `/questions/${question.id}/answer`, reader, { content: `${reader.username}: looms` });
  }
  await call("PUT", `/questions/${question.id}/answer`, ada, { content: "Looms, I should say" });
  await call("PUT", `${here}/edition`, grace, { unit: "minutes", pageCount: 300 });
  await bring({ url }, ada);
}

/** Imports a list of books: finished this year, being read, and of long names. */
async function bring({ url }: Pick<TestApp, "url">, { token }: Person): Promise<void> {
  const finished = `${new Date().getFullYear()}/01/01`;
  const list = `Title,Author,My Rating,Number of Pages,Date Read,Exclusive Shelf
Emma,Jane Austen,5,512,${finished},read
${unbroken},${arabic},0,,${finished},read
Silas Marner,George Eliot,0,,,to-read`;
  const body = new FormData();
  body.set("file", new File([list], "books.csv"));
  const headers = { Authorization: `Bearer ${token}`, Origin: url };
  const response = await fetch(`${url}/api/reading/import`, { method: "POST", headers, body });
  await response.body!.cancel();
}

/** What Ada and Grace have marked in the text, where Ada has read and further on, and words that it has no more. */
async function markText(
  { call, deps: { db } }: TestApp,
  { ada, grace, bookId }: { ada: Person; grace: Person; bookId: string },
): Promise<void> {
  const mark = async (by: Person, from: number, more: object): Promise<string> => {
    const { body } = await call("POST", `/books/${bookId}/highlights`, by, { from, to: from + 20_000_000, ...more });
    return body.highlight.id;
  };
  await mark(ada, 5_000_000, { color: "green", note: "It does go on" });
  const shared = await mark(grace, 15_000_000, { note: "Why?", shared: true });
  await call("POST", `/highlights/${shared}/answers`, ada, { content: "It has to" });
  await mark(grace, 900_000_000, { note: "Here it ends", shared: true });
  const lost = await mark(ada, 60_000_000, { color: "pink" });
  await db.write([db.q.update(highlights).set({ lostAt: 1 }).where(eq(highlights.id, lost))]);
}

/** Messages about pages before and after the one that Ada has read up to, and about Ada's own. */
async function tieMessages(app: TestApp, ada: Person, grace: Person): Promise<void> {
  const { call } = app;
  const book = { title: "Flatland", author: "Edwin A. Abbott", pageCount: 96 };
  const { body } = await call("POST", `/books/groups/${tiedGroup}/books`, grace, book);
  const bookId: string = body.book.id;
  await call("PUT", `/books/${bookId}/progress`, ada, { currentPage: 20 });
  await call("PUT", `/books/${bookId}/progress`, grace, { currentPage: 80 });
  await plan(app, { bookId, readers: [ada, grace] });
  for (const [writer, page, content] of [[grace, 10, spoken[0]], [ada, 20, spoken[3]], [grace, 70, lorem]] as const) {
    await call("POST", `/groups/${tiedGroup}/messages`, writer, { content, anchor: { bookId, page } });
  }
}

async function befriend(app: TestApp, ada: Person, grace: Person, nora: Person): Promise<void> {
  await app.call("POST", `/friends/request/${ada.id}`, grace);
  await app.call("POST", `/friends/request/${grace.id}`, ada);
  await app.call("POST", `/friends/request/${ada.id}`, nora);
}

type Doors = Pick<Scene, "ada" | "grace" | "group" | "emptyGroup" | "oddGroup">;

/**
 * Links into Ada's groups, and invitations: Grace has two that wait, and somebody without an account was mailed one.
 */
async function invite(
  { call, links }: TestApp,
  { ada, group, emptyGroup, oddGroup }: Doors,
): Promise<Scene["invites"]> {
  const link = async (groupId: string) => {
    const { body } = await call("POST", `/groups/${groupId}/invites`, ada, { days: 30, maxUses: 20 });
    return { id: body.invite.id, path: new URL(body.invite.url).pathname };
  };
  const [good, odd, revoked] = [await link(group), await link(oddGroup), await link(emptyGroup)];
  await call("DELETE", `/groups/${emptyGroup}/invites/${revoked.id}`, ada);
  const unanswered = `${unbroken.toLowerCase().replace("ä", "ae").slice(0, 60)}@example.org`;
  for (const email of [unanswered, "lise@example.org"]) {
    await call("POST", `/groups/${group}/invites/mail`, ada, { emails: [email] });
  }
  await call("POST", `/groups/${emptyGroup}/invites/mail`, ada, { emails: ["grace@example.org"] });
  const [mailed] = await links("lise@example.org");
  return { good: good.path, odd: odd.path, revoked: revoked.path, mailed };
}

/** What operators have to do: reports, mail that is not sent, numbers; and what Olga has done. */
async function operate(
  { call, deps: { db, clock } }: TestApp,
  { ada, grace, olga, group, oddGroup }: Omit<Doors, "emptyGroup"> & { olga: Person },
): Promise<void> {
  const report = (kind: string, id: string, reason: string) => call("POST", "/reports", grace, { kind, id, reason });
  const { messages } = (await call("GET", `/groups/${oddGroup}/messages`, ada)).body;
  await report("profile", "linus", "Sends everybody the same request, again and again.");
  const [{ id }] = (await call("GET", "/operator/reports", olga)).body.reports;
  await call("PUT", `/operator/reports/${id}`, olga, { decision: "dismissed", note: "Thanks, we talked to them." });
  await report("message", messages[0].id, `${unbroken}: ${lorem}`);
  await report("profile", "mallory", arabic);
  await report("group", group, lorem);
  await call("DELETE", "/operator/people/linus/sessions", olga);
  const mail = { text: "", html: "", createdAt: 1 };
  const [waiting, failed] = ["waiting", "failed"].map((id) => ({ ...mail, id, recipient: `${unbroken}@example.org` }));
  await db.write([
    db.q.insert(mails).values({ ...waiting, subject: "Verify your email", attempts: 3, dueAt: clock() + 3600_000 }),
    db.q.insert(mails).values({ ...failed, subject: lorem, attempts: 21, failedAt: clock() }),
  ]);
  for (let day = 0; day < 300; day += 3) {
    const of = new Date(clock() - day * 86_400_000).toISOString().slice(0, 10);
    const levels = [{ name: "registered", count: 400 - day }, {
      name: "storage",
      count: (500 - day) * 250_000,
    }] as const;
    await addCounts(db, of, [
      { name: "people", count: 300 - day },
      { name: "messages", count: day * 37 % 1000 },
      ...levels,
    ]);
  }
}
