import assert from "node:assert/strict";
import { unzipSync } from "fflate";
import { placeAtPosition, placeOf } from "../../server/contract/books/text_places.ts";
import { readingPaths } from "../../server/contract/reading/paths.ts";
import { ownPages, positionOf } from "../../server/contract/reading/positions.ts";
import type { Person } from "../support/app.ts";
import { randomFrom } from "../support/random.ts";
import { turnedTo, unread } from "../support/reached.ts";
import { readTogether } from "../support/readers.ts";
import { cookieOf } from "../support/requests.ts";
import { paragraphs, storeText } from "../support/texts.ts";

interface Secret {
  text: string;
  /** Its last place. */
  to: number;
  writer: Person;
  shared: boolean;
}

Deno.test("wherever readers are, no answer, page, export, archive or mail has a highlight's note or answer that they may not see yet", async () => {
  let now = Date.now();
  await using app = await readTogether(() => now);
  const { ada, grace, barbara, mallory, bookId, group, call, deps } = app;
  const chapters = ["One", "Two", "Three"].map((title) => ({ title, paragraphs: paragraphs(title) }));
  const characters = await storeText(deps.db, bookId, chapters);
  const number = randomFrom(20261128);
  const readers = [ada, grace, barbara];
  const read = new Map(readers.map((reader) => [reader, unread]));
  const secrets: Secret[] = [];
  const marks: { id: string; to: number; writer: Person; shared: boolean }[] = [];
  const text = { pageCount: characters, points: null };
  const reachedPlace = (reader: Person) => placeAtPosition(text, read.get(reader)!.reached);
  const groupArchive = async () => {
    const answer = await fetch(`${app.url}/api/groups/${group.id}/archive`, { headers: { Cookie: cookieOf(ada) } });
    return await answer.bytes();
  };
  const seen = async (reader: Person): Promise<string> => {
    const page = `/group/${group.id}/books/${bookId}/read`;
    const here = `${page}/marks`;
    const paths = [
      ...["", "?from=0&to=1000000000", `?from=${number(1e9)}`].map((part) => `/api/books/${bookId}/highlights${part}`),
      ...["markdown", "jsonld"].map((format) => `/api/books/${bookId}/highlights/export?format=${format}`),
      ...["/highlights", "/highlights?query=secret", "/notices", "/notes/export"].map((path) => `/api${path}`),
      here,
      ...chapters.flatMap((_, n) => [`${page}?at=${n * 333_333_334}&margin`, `${page}/margin?at=${n * 333_333_334}`]),
      readingPaths.bookPage(group.id, bookId),
      ...[0, 20, 40, 60, 80, 100].map((page) => readingPaths.bookPageAt(group.id, bookId, page)),
      "/notes",
      "/notes?query=secret",
      "/notices",
      ...marks.map(({ id }) => `${here}/${id}`),
    ];
    const headers = { Cookie: cookieOf(reader) };
    const answers = await Promise.all(paths.map((path) => fetch(app.url + path, { headers })));
    const own = await fetch(`${app.url}/api/users/export`, { headers });
    const zips = [new Uint8Array(await own.arrayBuffer())];
    if (reader === ada) zips.push(await groupArchive());
    const files = zips.filter((bytes) => bytes[0] === 0x50)
      .flatMap((bytes) => Object.values(unzipSync(bytes)).map((file) => new TextDecoder().decode(file)));
    return [...await Promise.all(answers.map((answer) => answer.text())), ...files].join("\n");
  };
  for (let round = 0; round < 10; round++) {
    const writer = readers[number(3)];
    const from = number(characters - 90);
    const places = { from: placeOf(characters, from), to: placeOf(characters, from + 20 + number(60)) };
    const shared = number(4) > 0;
    const secret = `secret${round}x`;
    const { body: { highlight } } = await call("POST", `/books/${bookId}/highlights`, writer, {
      ...places,
      note: secret,
      shared,
    });
    marks.push({ id: highlight.id, to: highlight.to, writer, shared });
    secrets.push({ text: secret, to: highlight.to, writer, shared });
    const mover = readers[number(3)];
    const page = number(101);
    now += number(2) * 11 * 60_000;
    await app.turnTo(mover, page);
    read.set(mover, turnedTo(read.get(mover)!, positionOf(ownPages(100), page), now));
    const answerer = readers[number(3)];
    for (const mark of marks) {
      const mayAnswer = mark.shared && (mark.writer === answerer || mark.to <= reachedPlace(answerer));
      const content = `${secret}${mark.id.slice(-4)}y`;
      const { status } = await call("POST", `/highlights/${mark.id}/answers`, answerer, { content });
      assert.equal(status, mayAnswer ? 201 : 404);
      // Its writer sees it wherever they are, and everybody who sees the highlight.
      if (mayAnswer) secrets.push({ text: content, to: mark.to, writer: mark.writer, shared: true });
    }
    for (const reader of readers) {
      const everything = await seen(reader);
      for (const { text, to, writer, shared } of secrets) {
        const maySee = writer === reader || shared && to <= reachedPlace(reader);
        const what = `${text} of ${writer.username}, to ${reader.username}`;
        // What they answered themselves stays in their own data.
        if (text.endsWith("y") && !maySee) assert.ok(!everything.includes(text) || isOwn(everything, text), what);
        else assert.equal(new RegExp(`${text}(?![\\w])`).test(everything), maySee, what);
      }
    }
    assert.doesNotMatch(await seen(mallory), /secret\d+x/);
  }
  const mails = await deps.db.q.all<{ text: string }>("select subject || text || html as text from mails");
  assert.doesNotMatch(JSON.stringify(mails), /secret\d+x/);
});

/** In the list of one's own answers alone, of which an account's data has two forms. */
const isOwn = (everything: string, text: string): boolean => everything.split(text).length <= 3;
