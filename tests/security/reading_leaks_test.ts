import assert from "node:assert/strict";
import { ownPages, pageAt, positionOf } from "../../server/contract/reading/positions.ts";
import type { Person } from "../support/app.ts";
import { randomFrom } from "../support/random.ts";
import { turnedTo, unread } from "../support/reached.ts";
import { readTogether } from "../support/readers.ts";
import { cookieOf } from "../support/requests.ts";

Deno.test("wherever readers are, no answer or page has a note, question or answer that they may not see yet", async () => {
  let now = Date.now();
  await using app = await readTogether(() => now);
  const { ada, grace, barbara, mallory, bookId, group } = app;
  const number = randomFrom(20261122);
  const readers = [ada, grace, barbara];
  const read = new Map(readers.map((reader) => [reader, unread]));
  const turn = async (reader: Person, page: number) => {
    await app.turnTo(reader, page);
    read.set(reader, turnedTo(read.get(reader)!, positionOf(ownPages(100), page), now));
  };
  /** Each text, whose it is, and the page of the book that it is at. */
  const texts: { text: string; at: number; writer: Person; shared: boolean; question?: string }[] = [];
  const answered = new Set<string>();
  const here = `/group/${group.id}/books/${bookId}`;
  const seen = async (reader: Person) => {
    const calls = [
      `/books/${bookId}/notes?shared=1`,
      `/books/${bookId}/notes?shared=1&page=${number(100)}`,
      `/books/${bookId}/questions`,
      `/notes`,
      `/notes?query=secret`,
      `/notices`,
      ...texts.flatMap(({ question }) => question ? [`/questions/${question}/answers`] : []),
    ];
    const pages = [
      `${here}?tab=notes`,
      `${here}?tab=questions`,
      ...texts.flatMap(({ question }) => question ? [`${here}?tab=questions&question=${question}`] : []),
      "/notes",
      "/notes/export",
      `/group/${group.id}?book=${bookId}&page=${number(100)}`,
    ];
    const headers = { Cookie: cookieOf(reader) };
    const answers = [...calls.map((path) => `/api${path}`), ...pages].map((path) => fetch(app.url + path, { headers }));
    return (await Promise.all((await Promise.all(answers)).map((answer) => answer.text()))).join("\n");
  };
  for (let round = 0; round < 12; round++) {
    const writer = readers[number(3)];
    const at = number(101);
    const text = `secret${round}x`;
    if (round % 3 === 2) {
      const page = writer === barbara ? 2 * at : at;
      const { id } = await app.ask(writer, page, text);
      texts.push({ text, at, writer, shared: true });
      const answerer = readers[number(3)];
      await turn(answerer, Math.max(at, pageAt(ownPages(100), read.get(answerer)!.reached)));
      await app.call("PUT", `/questions/${id}/answer`, answerer, { content: `answer ${text}y` });
      answered.add(`${id} ${answerer.id}`);
      texts.push({ text: `${text}y`, at, writer: answerer, shared: true, question: id });
    } else {
      await app.share(writer, at, text);
      const shared = round % 2 === 0;
      if (!shared) await app.call("PUT", `/books/${bookId}/notes/${at}/sharing`, writer, { shared: false });
      // One page has one note of each.
      const before = texts.findIndex((one) => one.writer === writer && one.at === at && !one.question);
      if (before >= 0) texts.splice(before, 1);
      texts.push({ text, at, writer, shared });
    }
    const mover = readers[number(3)];
    now += number(2) * 11 * 60_000;
    await turn(mover, number(101));
    for (const reader of readers) {
      const everything = await seen(reader);
      for (const { text, at, writer, shared, question } of texts) {
        const isThere = positionOf(ownPages(100), at) <= read.get(reader)!.reached;
        const mayAnswer = question === undefined || answered.has(`${question} ${reader.id}`);
        const maySee = writer === reader || (shared && isThere && mayAnswer);
        const what = `${text} at ${at} of ${writer.username}, to ${reader.username} at ${read.get(reader)!.reached}`;
        assert.equal(new RegExp(`${text}(?!y)`).test(everything), maySee, what);
      }
    }
    assert.doesNotMatch(await seen(mallory), /secret\d+x/);
  }
});

Deno.test("a page of somebody's copy is the same place in the book", () => {
  const [book, copy] = [100, 200].map((pageCount) => ({ pageCount, unit: "pages" as const, points: null }));
  for (let page = 0; page <= 100; page++) assert.equal(pageAt(copy, positionOf(book, page)), 2 * page);
});
