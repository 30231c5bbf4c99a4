/**
 * A service with a rich cast, for pictures and for checks of every screen: full, empty, long, right-to-left, broken.
 */
import { v7 as uuid } from "uuid";
import { insertMessage } from "../../db/chat.ts";
import { insertGroup, insertMember } from "../../db/groups.ts";
import { markRead } from "../../db/unread.ts";
import { groups, users } from "../../db/schema.ts";
import { sessionCookie } from "../../server/auth/sessions.ts";
import { pngUrl } from "../media/pictures.ts";
import { type Person, startApp, type TestApp } from "./app.ts";
import { person, store } from "./people.ts";

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
  /** Full of talk and books. */
  group: string;
  /** Nothing in it yet; it was made by Ada. */
  emptyGroup: string;
  /** Names as long as they may be, right to left, and pictures that are gone. */
  oddGroup: string;
  /** Its messages are about pages of its book, some of them further on than Ada has read. */
  tiedGroup: string;
  /**
   * Of the group: the first with a plan, pages, notes, questions and chapters, and the last somewhere at Google Books.
   */
  books: string[];
}

/** The cookie of someone's session, for a browser. */
export const sessionOf = ({ url }: { url: string }, { token }: { token: string }) => ({
  name: sessionCookie,
  value: token,
  url,
});

/** Sets the scene. `await using` of its app takes it away again. */
export async function setScene(): Promise<Scene> {
  const app = await startApp();
  const [ada, grace, nora, bertha] = await Promise.all(["Ada", "Grace", "Nora", "Bertha"].map(app.person));
  await store(app.deps.db, ...extras);
  await dress(app, ada, grace);
  const { group, emptyGroup, oddGroup } = await found(app, ada, grace);
  const books = await shelve(app, ada, grace, group);
  await readTogether(app, { ada, grace, bookId: books[0] });
  await tieMessages(app, ada, grace);
  await befriend(app, ada, grace, nora);
  for (let n = 1; n <= 200; n++) {
    await insertGroup(app.deps.db, bertha.id, row(uuid(), `Reading circle ${n}`, n % 3 ? null : lorem), n);
  }
  return { app, ada, grace, nora, bertha, group, emptyGroup, oddGroup, tiedGroup, books };
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
    profileImage: await pngUrl("#557766"),
  });
}

/** The groups, and the messages in the full one. */
async function found(app: TestApp, ada: Person, grace: Person) {
  const { db } = app.deps;
  const [group, emptyGroup, oddGroup] = [1, 2, 3].map(() => uuid());
  await insertGroup(db, ada.id, row(group, "The Analytical Engine", lorem), 1);
  await insertGroup(db, ada.id, row(emptyGroup, "Vectors", null), 2);
  await insertGroup(db, ada.id, row(oddGroup, unbroken, `${arabic} 🦉 ${"long ".repeat(90)}`), 3);
  await insertGroup(db, grace.id, row(tiedGroup, arabic, arabic), 4);
  await insertMember(db, grace.id, { groupId: tiedGroup, userId: ada.id }, 5);
  for (const userId of [grace.id, ...extras.map(({ id }) => id)]) {
    for (const groupId of [group, oddGroup]) await insertMember(db, ada.id, { groupId, userId }, 6);
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
  "the of a chapter page note card number engine table proof column reader question figure line again before second later never because mill store result sign"
    .split(" ");

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

/** Messages about pages before and after the one that Ada has read up to, and about Ada's own. */
async function tieMessages({ call }: TestApp, ada: Person, grace: Person): Promise<void> {
  const book = { title: "Flatland", author: "Edwin A. Abbott", pageCount: 96 };
  const { body } = await call("POST", `/books/groups/${tiedGroup}/books`, grace, book);
  const bookId: string = body.book.id;
  await call("PUT", `/books/${bookId}/progress`, ada, { currentPage: 20 });
  await call("PUT", `/books/${bookId}/progress`, grace, { currentPage: 80 });
  for (const [writer, page, content] of [[grace, 10, spoken[0]], [ada, 20, spoken[3]], [grace, 70, lorem]] as const) {
    await call("POST", `/groups/${tiedGroup}/messages`, writer, { content, anchor: { bookId, page } });
  }
}

async function befriend(app: TestApp, ada: Person, grace: Person, nora: Person): Promise<void> {
  await app.call("POST", `/friends/request/${ada.id}`, grace);
  await app.call("POST", `/friends/request/${grace.id}`, ada);
  await app.call("POST", `/friends/request/${ada.id}`, nora);
}
