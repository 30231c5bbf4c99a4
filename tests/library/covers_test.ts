import assert from "node:assert/strict";
import sharp from "sharp";
import { findCover } from "../../db/covers.ts";
import type { Statement } from "../../db/client.ts";
import { insertCovers } from "../../db/covers.ts";
import * as limits from "../../server/contract/constants.ts";
import { coverKey } from "../../server/library/cover_key.ts";
import { openCovers } from "../../server/library/covers.ts";
import { openLog } from "../../server/log.ts";
import { bomb } from "../media/pictures.ts";
import { freshDb } from "../support/db.ts";

type Answers = Record<string, Response | (() => Response | Promise<Response>)>;
const open = { "books.google.com": ["142.250.1.1"], "covers.openlibrary.org": ["207.241.224.2", "2607:f8b0::1"] };

interface Choice {
  /** The addresses of each host. */
  hosts?: Record<string, string[]>;
  /** Milliseconds that a cover may take: so many that only what hangs takes longer. */
  timeout?: number;
}

/** Covers that the internet answers like this; each address counts how often it was asked. */
async function withAnswers(answers: Answers, { hosts = open, timeout = 30_000 }: Choice = {}) {
  const fresh = await freshDb();
  const asked: string[] = [];
  let now = 1e12;
  const cover = openCovers({
    db: fresh.db,
    clock: () => now,
    log: openLog("silent"),
    timeout,
    hosts: ["books.google.com", "covers.openlibrary.org", "archive.org", ".archive.org"],
    resolve: (host) => hosts[host] ? Promise.resolve(hosts[host]) : Promise.reject(new Error("unknown host")),
    async fetch(url, init) {
      asked.push(url.href);
      assert.equal(init.redirect, "manual");
      const answer = answers[url.href];
      if (!answer) throw new TypeError("connection refused");
      const late = new Promise<never>((_, reject) =>
        init.signal!.addEventListener("abort", () => reject(init.signal!.reason))
      );
      return await Promise.race([typeof answer === "function" ? answer() : answer.clone(), late]);
    },
  });
  return {
    ...{ asked, db: fresh.db },
    pass: (ms: number) => void (now += ms),
    /** Shows the cover at an address that a source has named. */
    async show(url: string) {
      const key = coverKey(url)!;
      await fresh.db.write(insertCovers(fresh.db, [{ key, url }], now) as [Statement]);
      return await cover(key);
    },
    cover,
    [Symbol.asyncDispose]: () => fresh[Symbol.asyncDispose](),
  };
}

const google = "https://books.google.com/books/content?id=1";
const openLibrary = "https://covers.openlibrary.org/b/id/1-M.jpg";
const picture = async (width = 400, height = 600) =>
  new Response(
    new Uint8Array(
      await sharp({ create: { width, height, channels: 3, background: "#345" } })
        .withExif({ IFD0: { Copyright: "somebody" } }).jpeg().toBuffer(),
    ),
  );
const sentOn = (location: string, status = 302) => new Response(null, { status, headers: { location } });

Deno.test("a cover is fetched once, encoded anew as a modest WebP without what the camera wrote, and kept", async () => {
  await using covers = await withAnswers({ [google]: await picture() });
  const bytes = (await covers.show(google))!;
  const { format, width, height, exif } = await sharp(bytes).metadata();
  assert.deepEqual([format, width, height, exif], ["webp", 256, 384, undefined]);
  assert.deepEqual(await covers.show(google), bytes);
  assert.deepEqual(covers.asked, [google]);
});

Deno.test("a cover that no source has named is not fetched from anywhere", async () => {
  await using covers = await withAnswers({ [google]: await picture() });
  assert.equal(await covers.cover(coverKey(google)!), undefined);
  assert.deepEqual(covers.asked, []);
});

Deno.test("many who look at a cover at once fetch it once", async () => {
  await using covers = await withAnswers({ [google]: await picture() });
  await covers.show("https://books.google.com/other");
  covers.asked.length = 0;
  const shown = await Promise.all(Array.from({ length: 10 }, () => covers.show(google)));
  assert.ok(shown.every((bytes) => bytes));
  assert.deepEqual(covers.asked, [google]);
});

const elsewhere = {
  "another host": "https://mallory.example/x.jpg",
  "a host that ends alike": "https://notarchive.org/x.jpg",
  "plain http": "http://books.google.com/books/content?id=1",
  "another port": "https://books.google.com:8443/x",
  "a name and password": "https://a:b@books.google.com/x",
  "an address": "https://127.0.0.1/x.jpg",
  "a file": "file:///etc/passwd",
};
for (const [what, url] of Object.entries(elsewhere)) {
  Deno.test(`a cover is not fetched from ${what}, not even when a source sends on to it`, async () => {
    await using covers = await withAnswers({ [url]: await picture(), [openLibrary]: sentOn(url) });
    assert.equal(await covers.show(openLibrary), undefined);
    assert.deepEqual(covers.asked, [openLibrary]);
  });
}

const inside = [
  "127.0.0.1",
  "10.1.2.3",
  "192.168.0.1",
  "172.16.9.9",
  "169.254.169.254",
  "0.0.0.0",
  "100.64.0.1",
  "::1",
  "::",
  "fe80::1",
  "fc00::1",
  "::ffff:10.0.0.1",
  "64:ff9b::a00:1",
  "2002:a00:1::",
  "224.0.0.1",
  "240.0.0.1",
  "nonsense",
];
for (const address of inside) {
  Deno.test(`a cover is not fetched from a host at ${address}, even if it is elsewhere too`, async () => {
    const hosts = { "books.google.com": ["142.250.1.1", address], ...{ "ia1.us.archive.org": [address] } };
    await using covers = await withAnswers({ [google]: await picture() }, { hosts });
    assert.equal(await covers.show(google), undefined);
    assert.deepEqual(covers.asked, []);
  });
}

Deno.test("Open Library's covers are followed to the archive, but not into a private network", async () => {
  const there = "https://ia1.us.archive.org/1-M.jpg";
  const hosts = { ...open, "ia1.us.archive.org": ["207.241.1.1"], "ia2.us.archive.org": ["10.0.0.1"] };
  await using covers = await withAnswers({
    [openLibrary]: sentOn("//ia1.us.archive.org/1-M.jpg"),
    [there]: await picture(),
    [`${openLibrary}?2`]: sentOn("https://ia2.us.archive.org/x.jpg", 307),
  }, { hosts });
  assert.ok(await covers.show(openLibrary));
  assert.equal(await covers.show(`${openLibrary}?2`), undefined);
  assert.deepEqual(covers.asked, [openLibrary, there, `${openLibrary}?2`]);
});

Deno.test("a circle of redirects ends", async () => {
  await using covers = await withAnswers({ [google]: () => sentOn(google) });
  assert.equal(await covers.show(google), undefined);
  assert.equal(covers.asked.length, limits.cover.redirects + 1);
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>';
const unusable: Record<string, () => Response | Promise<Response>> = {
  "a page": () => new Response("<!doctype html>"),
  "nothing": () => new Response(null, { status: 404 }),
  "an empty body": () => new Response(""),
  "a drawing": () => new Response(svg, { headers: { "Content-Type": "image/jpeg" } }),
  "half a picture": async () => new Response((await (await picture()).bytes()).slice(0, 600)),
  "a dot": () => picture(1, 1),
  "more pixels than anyone needs": () => new Response(new Uint8Array(bomb(9000, 9000))),
};
for (const [what, answer] of Object.entries(unusable)) {
  Deno.test(`${what} is no cover, and is not asked for again within ten minutes`, async () => {
    await using covers = await withAnswers({ [google]: answer });
    for (let n = 0; n < 3; n++) assert.equal(await covers.show(google), undefined);
    assert.equal(covers.asked.length, 1);
    covers.pass(limits.cover.retryAfter);
    await covers.show(google);
    assert.equal(covers.asked.length, 2);
  });
}

Deno.test("too large a cover is not read to its end", async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => (sent += 65536, controller.enqueue(new Uint8Array(65536))),
  });
  await using covers = await withAnswers({ [google]: () => new Response(endless) });
  assert.equal(await covers.show(google), undefined);
  assert.ok(sent < 2 * limits.cover.bytes, `${sent} bytes`);
});

Deno.test("without a network, covers fail fast: after three none is tried for a minute, and then they come", async () => {
  const answers: Answers = {};
  await using covers = await withAnswers(answers);
  const addresses = Array.from({ length: 10 }, (_, n) => `${google}${n}`);
  for (const address of addresses) assert.equal(await covers.show(address), undefined);
  assert.equal(covers.asked.length, 3);
  assert.equal((await findCover(covers.db, coverKey(addresses[9])!))?.failedAt, null);
  for (const address of addresses) answers[address] = await picture();
  covers.pass(60_000);
  for (const address of addresses) assert.ok(await covers.show(address));
});

Deno.test("a source that hangs is given up", async () => {
  await using covers = await withAnswers({ [google]: () => new Promise(() => {}) }, { timeout: 50 });
  assert.equal(await covers.show(google), undefined);
});
