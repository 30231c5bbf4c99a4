import assert from "node:assert/strict";
import type { Statement } from "../../db/engine/client.ts";
import { insertCovers, storeCover } from "../../db/books/sources.ts";
import { coverKey } from "../../server/library/covers.ts";
import { startApp } from "../support/app.ts";

const url = "https://books.google.com/books/content?id=1";
const key = coverKey(url)!;

Deno.test("a stored cover is served to everyone and cached for ever; an unknown key answers 404", async () => {
  await using app = await startApp();
  const { db } = app.deps;
  await db.write(insertCovers(db, [{ key, url }], 1) as [Statement]);
  await storeCover(db, key, { bytes: new Uint8Array([1, 2, 3]), now: 1 });
  const response = await fetch(`${app.url}/covers/${key}`);
  assert.deepEqual(await response.bytes(), new Uint8Array([1, 2, 3]));
  assert.equal(response.headers.get("content-type"), "image/webp");
  assert.equal(response.headers.get("cache-control"), "public, max-age=31536000, immutable");
  for (const other of ["0".repeat(32), "x", `${key}.webp`, encodeURIComponent(url), "..%2f..%2fetc"]) {
    const { status, headers } = await fetch(`${app.url}/covers/${other}`).then(async (r) => (await r.bytes(), r));
    assert.deepEqual([status, headers.get("cache-control")], [404, "private, no-cache"], other);
  }
});

Deno.test("a book has the cover its search returned, given by our URL or the source's", async () => {
  await using app = await startApp();
  const { db } = app.deps;
  const ada = await app.person("Ada");
  const circle = await app.group(ada);
  await db.write(insertCovers(db, [{ key, url }], 1) as [Statement]);
  for (const coverImage of [`/covers/${key}`, url, url.replace("https", "http")]) {
    const { body } = await app.call("POST", `/books/groups/${circle.id}/books`, ada, { title: "T", coverImage });
    assert.equal(body.book.coverImage, `/covers/${key}`);
  }
});
