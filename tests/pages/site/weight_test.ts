import assert from "node:assert/strict";
import { v7 as uuid } from "uuid";
import { insertMessage } from "../../../db/chat/new_messages.ts";
import { members, users } from "../../../db/schema.ts";
import { type Person, startApp, type TestApp } from "../../support/app.ts";
import { person } from "../../support/people.ts";
import { weighFirstScreen } from "../../support/first_screen.ts";
import { cookieOf } from "../../support/requests.ts";

/** What the first ten packets carry, headers included: what is shown within it is painted after one round trip. */
const firstFlight = 14 * 1024;

Deno.test("a first visit to a chat of fifty messages beside a full list of groups fits into the first packets, alone, with a book open, with a search, and in a group of a thousand", async () => {
  await using app = await startApp();
  const { reader, here, groupId, book } = await fill(app);
  for (const groupName of names) await app.call("POST", "/groups", reader, { groupName });
  const fits = async (query = "") => {
    const { head, body } = await weighFirstScreen(`${app.url}${here}${query}`, cookieOf(reader));
    assert.ok(head + body <= firstFlight, `${query}: ${head} + ${body}`);
  };
  await fits();
  await fits(`?book=${book}&page=148`);
  await fits("?query=university");
  await crowd(app, groupId);
  await fits();
});

/** Of more groups than the list has room for. */
const names =
  `Linear Algebra Done Right, Middlemarch, Poems on Sunday, Compilers and Coffee, The Brothers Karamazov, Topology,
  Deutsch lesen, Discrete Maths 2026, Thesis writers, Latin for beginners, Russian novels, Book club, Physics homework,
  History of Science, Data Structures, Philosophy of Mind, Plato, Sci-fi Wednesdays, Organic Chemistry, Español B2,
  Machine Learning, Ulysses survivors, Anatomy flashcards, Music theory, Economics 101`.split(/,\s+/);

/** A group of six with fifty messages and three books, of which one has a note. */
async function fill(app: TestApp) {
  const people = await Promise.all(["Ada", "Grace", "Mateo", "Tomasz", "Noor", "Elodie"].map(app.person));
  const [reader, ...others] = people;
  const group = await app.group(reader, ...others);
  await talk(app, group.id, people);
  return { reader, groupId: group.id, here: `/group/${group.id}`, book: await shelve(app, group.id, reader) };
}

/** Adds nearly a thousand members who have not written yet. */
async function crowd({ deps: { db } }: TestApp, groupId: string): Promise<void> {
  const people = Array.from({ length: 994 }, (_, n) => ({ ...person(`reader${n}`), id: uuid() }));
  for (let from = 0; from < people.length; from += 200) {
    const some = people.slice(from, from + 200);
    await db.write([db.q.insert(users).values(some)]);
    await db.write([db.q.insert(members).values(some.map(({ id: userId }) => ({ groupId, userId, joinedAt: 0 })))]);
  }
}

/** A message of each line, at irregular times over three days, by turns and in runs, with the ids of real ones. */
async function talk({ deps }: TestApp, groupId: string, people: Person[]): Promise<void> {
  const last = Date.now() - 20 * 3600_000;
  for (const [n, content] of lines.entries()) {
    const author = people[Math.floor(n * n / 7 + n / 3) % people.length];
    const at = last - (lines.length - n) * 5_003_417 + n * n * 98_765;
    const message = {
      id: uuid(),
      groupId,
      userId: author.id,
      content,
      clientId: crypto.randomUUID().replaceAll("-", ""),
    };
    await insertMessage(deps.db, message, at);
  }
}

/** Three books in the group; the first, whose id is returned, with a page and a note. */
async function shelve({ call }: TestApp, groupId: string, reader: Person): Promise<string> {
  const found = (await call("GET", "/books/search?query=algebra", reader)).body.books;
  const added = [];
  for (const book of found.slice(0, 3)) {
    added.push((await call("POST", `/books/groups/${groupId}/books`, reader, book)).body.book);
  }
  const [{ id }] = added;
  await call("PUT", `/books/${id}/progress`, reader, { currentPage: 148 });
  const content = "Upper-triangular matrices: read off the eigenvalues from the diagonal. Why does it need ℂ?";
  await call("POST", `/books/${id}/notes/148`, reader, { content, pageNumber: 148, bookId: id });
  return id;
}

const lines = `\
Welcome, everyone! Chapter 5 for Thursday, sections A and B.
I brought Strang along as well, for those who like pictures.
I do like pictures.
Notes of last week are done. Short version: a linear map is what it does to a basis.
That sentence saved my evening.
Question about 5.A: why does he avoid determinants so hard?
Because the existence of eigenvalues does not need them, and the proof is shorter without. You take a vector, apply the map n times, and the n + 1 vectors you have by then must be dependent: factor the polynomial that shows it, and one of the factors kills something.
Shorter, and I could even remember it in the shower.
Which exercise shall we do together? I vote for 5.A 26.
26 is fine with me. I got stuck halfway, at the part with the dimension.
You need that n + 1 vectors in an n-dimensional space are dependent. Then it is two lines.
Two lines! I had a page and a half.
😅
A page and a half is how I find the two lines.
Quote of the term.
Is anyone's edition the third? Page numbers differ in mine.
Third, yes. I am on page 148.
There is a nice lecture on this: https://ocw.mit.edu/courses/18-06-linear-algebra-spring-2010/
Thursday at seven, then? I bring biscuits.
Thursday at seven. Biscuits are a linear combination of butter and sugar.
I have started it for the third time in my life and it is a different book each time.
Hello! May I still join for this one?
Of course. Thursday is far away and the chapter is thin.
Is it allowed to dislike exercise 31?
It is nearly required.
Could somebody photograph the board? My train leaves at ten to eight, and last time I missed the part where the minimal polynomial divides everything in sight.
Sure.
Will do, and I type it up afterwards.
¿Alguien ha probado los ejercicios en orden inverso?
Yes, and I do not recommend it.
Work out the rank by hand first. Then do it again with the echelon form, and see how much of your Sunday is left.
Ha!
My professor skipped all of this and went straight to Jordan blocks, which explains a lot about my second year.
مرحبا بالجميع، وصلت إلى الصفحة ١٤٨
Over the reals a rotation has no eigenvectors; over the complex numbers it has two. I finally believe it after drawing the unit circle six times.
Draw it a seventh time with the axes swapped.
OK, who took the library's only copy? It is due back tomorrow and there are three holds on it.
Guilty. You can have it at lunch, ground floor, next to the printer that never works.
Thank you!
Do we count the zero vector as an eigenvector? The book says no, the slides say nothing.
No: every scalar would be an eigenvalue then.
Right, obvious once you say so.
Small correction to my notes: on the second page it must say injective, not surjective, in both places.
Fixed in my copy. Are they the same thing here anyway, since the space is finite?
For operators, yes. For maps between two different spaces they come apart at once.
I made flash cards of the definitions, forty-one of them, and will bring a printed set for whoever wants one.
One set for me please
And me :)
Next chapter is inner products, so bring a ruler. And patience, mostly patience.
See you all there.`.split("\n");
