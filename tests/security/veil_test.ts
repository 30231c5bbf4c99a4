/** What is tied to a page that somebody has not reached reaches them by no way. */
import assert from "node:assert/strict";
import * as noticesLimits from "../../server/contract/notices/limits.ts";
import { insertBook } from "../../db/books/books.ts";
import { mails } from "../../db/schema.ts";
import { mailDigests } from "../../server/actions/notices/digest.ts";
import { sessionCookie } from "../../server/auth/sessions.ts";
import { ownPages, positionOf } from "../../server/contract/reading/positions.ts";
import { type Person, startApp } from "../support/app.ts";
import { randomFrom } from "../support/random.ts";
import { turnedTo, unread } from "../support/reached.ts";
import { connect, type TestSocket } from "../support/socket.ts";
import { download, uploaded } from "../support/uploads.ts";

interface Written {
  id: string;
  seq: number;
  by: Person;
  /** The page of the book that it is tied to; 0 for none. */
  page: number;
  /** Words that only its text and the name of its file have. */
  words: string[];
  file?: string;
}

const pages = 300;
const word = (n: number) => `quince${n}x`;
/** All secret words in a text. */
const wordsIn = (text: string): string[] => text.match(/quince\d+x/g) ?? [];

/** Ada's group with a book of 300 pages: Ada writes, Grace reads it in a copy of 450 pages, Nora in the book's own. */
async function openReaders(seed: number) {
  let now = Date.now();
  const app = await startApp({ clock: () => now });
  const [ada, grace, nora] = [await app.person("Ada"), await app.person("Grace"), await app.person("Nora")];
  const group = await app.group(ada, grace, nora);
  const { db } = app.deps;
  await insertBook(
    db,
    ada.id,
    { id: "sketch", groupId: group.id, title: "Sketch", pageCount: pages, coverKey: null },
    1,
  );
  await db.write([
    db.q.run(`insert into editions (id, book_id, unit, page_count) values ('copy', 'sketch', 'pages', 450)`),
    db.q.run(`insert into reader_settings (book_id, user_id, edition_id) values ('sketch', '${grace.id}', 'copy')`),
  ]);
  const read = new Map([ada, grace, nora].map(({ id }) => [id, unread]));
  const asked = new Set<string>();
  const written: Written[] = [];
  let words = 0;
  const random = randomFrom(seed);
  const oneOf = <T>(items: T[]): T => items[random(items.length)];
  /** An even one: it begins where a page of the copy does. */
  const anyPage = () => 2 * (1 + random(pages / 2));
  const path = `/groups/${group.id}/messages`;
  const mayKnow = (person: Person, { id, by, page }: Written) =>
    by.id === person.id || placeIn(person, page) <= read.get(person.id)!.reached || asked.has(`${person.id} ${id}`);
  const placeIn = (person: Person, page: number) =>
    positionOf(ownPages(person === grace ? 1.5 * pages : pages), person === grace ? 1.5 * page : page);

  const actions: Record<string, () => Promise<unknown>> = {
    async write() {
      const [by, page] = [oneOf([ada, ada, nora, grace]), oneOf([0, anyPage(), anyPage()])];
      const [own, named] = [word(++words), word(++words)];
      const file = random(3) === 0
        ? await uploaded(app, group.id, { by, content: `In it: ${named}`, name: `${named}.txt` })
        : undefined;
      const replyTo = random(2) === 0 ? oneOf(written)?.id : undefined;
      const content = oneOf(["So it ends: ", "@grace, wait for it: ", "Page by page, a long way to "]) + own;
      // Everybody gives the page of their own copy.
      const anchor = page ? { bookId: "sketch", page: by === grace ? page * 1.5 : page } : undefined;
      const draft = { content, replyTo, anchor, files: file ? [file.id] : [] };
      const { status, body } = await app.call("POST", path, by, draft);
      assert.equal(status, 201, JSON.stringify(body));
      written.push({ ...body.message, by, page, words: file ? [own, named] : [own], file: file?.url });
    },
    async edit() {
      const message = oneOf(written);
      if (!message) return;
      message.words.push(word(++words));
      await app.call("PUT", `${path}/${message.id}`, message.by, { content: `Rather: ${word(words)}` });
    },
    react: () => app.call("PUT", `${path}/${oneOf(written)?.id}/reactions/%F0%9F%91%8D`, oneOf([ada, nora])),
    pin: () => app.call("PUT", `${path}/${oneOf(written)?.id}/pin`, ada),
    async unveil() {
      const [person, message] = [oneOf([grace, nora]), oneOf(written)];
      if (!message) return;
      asked.add(`${person.id} ${message.id}`);
      const { body } = await app.call("POST", `${path}/${message.id}/unveil`, person);
      assert.equal(body.message.veiled, false);
    },
    wait: () => Promise.resolve(now += 6 * 60_000),
    async turn() {
      const [person, page] = [oneOf([grace, nora]), anyPage()];
      read.set(person.id, turnedTo(read.get(person.id)!, placeIn(person, page), now));
      const turn = person === grace ? { page: page * 1.5 } : { currentPage: page };
      assert.equal((await app.call("PUT", "/books/sketch/progress", person, turn)).status, 200);
    },
  };
  const names = ["write", "write", "write", "edit", "react", "pin", "unveil", "turn", "turn", "wait"];
  return {
    app,
    group,
    people: [grace, nora],
    written,
    mayKnow,
    act: () => actions[oneOf(names)](),
    later: (ms: number) => void (now += ms),
    /** The secret words that somebody may not know yet, wherever they stand. */
    secretsFor: (person: Person) =>
      new Set(written.filter((message) => !mayKnow(person, message)).flatMap(({ words }) => words)),
  };
}

type Readers = Awaited<ReturnType<typeof openReaders>>;

/** Everything that somebody is answered who asks for all there is, by what was asked. */
async function everyAnswer({ app, group, written }: Readers, person: Person): Promise<[string, string][]> {
  const last = written.at(-1);
  const base = `${app.url}/api/groups/${group.id}`;
  const page = `${app.url}/group/${group.id}`;
  const urls = [
    `${base}/messages?limit=100`,
    `${base}/changes?after=0`,
    `${base}/messages/search?query=quince`,
    ...written.flatMap(({ words }) => words).slice(-12).map((word) => `${base}/messages/search?query=${word}`),
    `${base}/messages/search?query=ends`,
    `${base}/pins`,
    `${base}/threads`,
    `${base}/threads/${last?.seq ?? 1}`,
    `${base}/threads/1`,
    base,
    ...["groups", "overview", "notices"].map((path) => `${app.url}/api/${path}`),
    page,
    `${page}?message=${last?.seq ?? 1}`,
    `${page}?message=${last?.seq ?? 1}&reply`,
    `${page}?search=ends`,
    `${page}/threads`,
    `${page}/threads/1`,
    `${app.url}/dashboard`,
    `${app.url}/notices`,
  ];
  const headers = { Authorization: `Bearer ${person.token}`, Cookie: `${sessionCookie}=${person.token}` };
  const answers = await Promise.all(urls.map(async (url) => {
    const response = await fetch(url, { headers, redirect: "manual" });
    // The words that were searched for stand in the form again.
    return [url, (await response.text()).replaceAll(/value="quince\d+x"/g, "")] as [string, string];
  }));
  const files = written.flatMap(({ file }) => file ?? []);
  for (const file of files) answers.push([file, await (await download(app, file, person)).text()]);
  return answers;
}

/**
 * What somebody is sent from when they turned a page on, which their own sockets are sent: until then they knew more.
 */
async function everyEvent(socket: TestSocket): Promise<[string, string][]> {
  const events = await socket.unread();
  const turned = events.findLastIndex(([event]) => event === "progressUpdated");
  return events.slice(turned + 1).map(([event, ...args]) => [event, JSON.stringify(args)]);
}

for (const seed of [1, 20, 300]) {
  Deno.test(`what is tied to a page is in no answer, event, mail or file to who has not reached it (seed ${seed})`, async () => {
    const readers = await openReaders(seed);
    const { app, group, people, secretsFor } = readers;
    await using _ = app;
    const sockets = new Map<Person, TestSocket>();
    for (const person of people) {
      const socket = await connect(app.url, person.token);
      await socket.join(group.id);
      sockets.set(person, socket);
    }
    try {
      for (let n = 0; n < 40; n++) {
        await readers.act();
        for (const [person, socket] of sockets) {
          const secrets = secretsFor(person);
          const seen = await everyEvent(socket);
          if (n % 8 === 7) {
            const again = await connect(app.url, person.token);
            seen.push(["history", JSON.stringify(await again.join({ groupId: group.id, after: 0, rev: 0 }))]);
            again[Symbol.dispose]();
            seen.push(...await everyAnswer(readers, person));
          }
          for (const [from, text] of seen) {
            const [searched] = /search\?query=/.test(from) ? wordsIn(from) : [];
            // That it is found would tell what is in it.
            if (searched && secrets.has(searched)) assert.deepEqual(JSON.parse(text).messages, []);
            const leaked = wordsIn(text).filter((word) => secrets.has(word));
            assert.deepEqual(leaked, [], `${person.username} was sent ${leaked} by ${from}`);
          }
        }
      }
      readers.later(noticesLimits.notices.digestEvery);
      await mailDigests(app.deps, new AbortController().signal);
      assert.deepEqual((await app.deps.db.q.select().from(mails)).flatMap((mail) => wordsIn(JSON.stringify(mail))), []);
      // And what each may know is there.
      for (const person of people) {
        const { body } = await app.call("GET", `/groups/${group.id}/messages?limit=100`, person);
        for (const { id, content, veiled } of body.messages) {
          const message = readers.written.find((message) => message.id === id)!;
          assert.equal(veiled, !readers.mayKnow(person, message));
          if (!veiled) assert.ok(wordsIn(content).every((word) => message.words.includes(word)));
          assert.equal(content === "", veiled);
        }
      }
    } finally {
      for (const socket of sockets.values()) socket[Symbol.dispose]();
    }
  });
}
