import assert from "node:assert/strict";
import sharp from "sharp";
import * as booksLimits from "../../server/contract/books/limits.ts";
import { findCover, insertCovers } from "../../db/books/sources.ts";
import type { Statement } from "../../db/engine/client.ts";
import { coverKey, openCovers } from "../../server/library/covers.ts";
import { openLog } from "../../server/log.ts";
import { bomb, plain } from "../media/pictures.ts";
import { freshDb } from "../support/db.ts";

type Answers = Record<string, Response | (() => Response | Promise<Response>)>;

/**
 * Covers whose sources answer like this; `requested` lists the addresses that were fetched.
 *
 * @param timeout milliseconds, so many that only a source that hangs takes longer
 */
async function withAnswers(answers: Answers, timeout = 30_000) {
  const fresh = await freshDb();
  const requested: string[] = [];
  let now = 1e12;
  const cover = openCovers({
    db: fresh.db,
    clock: () => now,
    log: openLog("silent"),
    timeout,
    hosts: ["books.google.com", "covers.openlibrary.org", "archive.org", ".archive.org"],
    async fetch(url, init) {
      requested.push(url.href);
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
    requested,
    db: fresh.db,
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
      await plain("#345", { width, height }).withExif({ IFD0: { Copyright: "somebody" } }).jpeg().toBuffer(),
    ),
  );
const redirect = (location: string, status = 302) => new Response(null, { status, headers: { location } });

Deno.test("a cover is fetched once, re-encoded as a small WebP without metadata, and stored", async () => {
  await using covers = await withAnswers({ [google]: await picture() });
  const bytes = (await covers.show(google))!;
  const { format, width, height, exif } = await sharp(bytes).metadata();
  assert.deepEqual([format, width, height, exif], ["webp", 256, 384, undefined]);
  assert.deepEqual(await covers.show(google), bytes);
  assert.deepEqual(covers.requested, [google]);
});

Deno.test("a cover that many people request at once is fetched once, and one that no source has named never", async () => {
  await using covers = await withAnswers({ [google]: await picture() });
  assert.equal(await covers.cover(coverKey(google)!), undefined);
  assert.deepEqual(covers.requested, []);
  const shown = await Promise.all(Array.from({ length: 10 }, () => covers.show(google)));
  assert.ok(shown.every((bytes) => bytes));
  assert.deepEqual(covers.requested, [google]);
});

const elsewhere = [
  ...["https://mallory.example/x.jpg", "https://notarchive.org/x.jpg", "http://books.google.com/books/content?id=1"],
  ...[
    "https://books.google.com:8443/x",
    "https://a:b@books.google.com/x",
    "https://127.0.0.1/x.jpg",
    "file:///etc/passwd",
  ],
];

Deno.test("a cover is fetched from no other host, port or address and by no other scheme, not even by a source's redirect", async () => {
  for (const url of elsewhere) {
    await using covers = await withAnswers({ [url]: await picture(), [openLibrary]: redirect(url) });
    assert.equal(await covers.show(openLibrary), undefined);
    assert.deepEqual(covers.requested, [openLibrary]);
  }
});

Deno.test("a redirect from Open Library to the Internet Archive is followed, and endless ones are given up", async () => {
  const archived = "https://ia1.us.archive.org/1-M.jpg";
  await using covers = await withAnswers({
    [openLibrary]: redirect("//ia1.us.archive.org/1-M.jpg"),
    [archived]: await picture(),
  });
  assert.ok(await covers.show(openLibrary));
  assert.deepEqual(covers.requested, [openLibrary, archived]);
  await using endless = await withAnswers({ [google]: () => redirect(google) });
  assert.equal(await endless.show(google), undefined);
  assert.equal(endless.requested.length, booksLimits.cover.redirects + 1);
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>';
const unusable: Record<string, () => Response | Promise<Response>> = {
  "an HTML page": () => new Response("<!doctype html>"),
  "a missing page": () => new Response(null, { status: 404 }),
  "an empty body": () => new Response(""),
  "an SVG": () => new Response(svg, { headers: { "Content-Type": "image/jpeg" } }),
  "half a picture": async () => new Response((await (await picture()).arrayBuffer()).slice(0, 600)),
  "a single pixel": () => picture(1, 1),
  "more pixels than anyone needs": () => new Response(new Uint8Array(bomb(9000, 9000))),
};
Deno.test("what is no picture that can be used is not accepted as a cover, and not fetched again within ten minutes", async () => {
  for (const [what, make] of Object.entries(unusable)) {
    // Made before it is asked for: making one may take longer than a source is waited for.
    await using covers = await withAnswers({ [google]: await make() });
    for (let n = 0; n < 3; n++) assert.equal(await covers.show(google), undefined, what);
    assert.equal(covers.requested.length, 1, what);
    covers.pass(booksLimits.cover.retryAfter);
    await covers.show(google);
    assert.equal(covers.requested.length, 2, what);
  }
});

Deno.test("a response that is too large is not read to its end", async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => (sent += 65536, controller.enqueue(new Uint8Array(65536))),
  });
  await using covers = await withAnswers({ [google]: () => new Response(endless) });
  assert.equal(await covers.show(google), undefined);
  assert.ok(sent < 2 * booksLimits.cover.bytes, `${sent} bytes`);
});

Deno.test("after three failures in a row no cover is fetched for a minute", async () => {
  const answers: Answers = {};
  await using covers = await withAnswers(answers);
  const addresses = Array.from({ length: 10 }, (_, n) => `${google}${n}`);
  for (const address of addresses) assert.equal(await covers.show(address), undefined);
  assert.equal(covers.requested.length, 3);
  assert.equal((await findCover(covers.db, coverKey(addresses[9])!))?.failedAt, null);
  for (const address of addresses) answers[address] = await picture();
  covers.pass(60_000);
  for (const address of addresses) assert.ok(await covers.show(address));
});

Deno.test("a source that hangs is given up after the timeout", async () => {
  await using covers = await withAnswers({ [google]: () => new Promise(() => {}) }, 50);
  assert.equal(await covers.show(google), undefined);
});
