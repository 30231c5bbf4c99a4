import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { imports } from "../../db/schema.ts";
import { counted, withCatalogue } from "./catalogue.ts";

const list = (from: number, to: number) =>
  ["title,author", ...Array.from({ length: to - from }, (_, n) => `Book ${from + n},Author`)].join("\n");

Deno.test("a file that was imported before is not read again unless asked for, and then nothing changes", async () => {
  await using catalogue = await withCatalogue();
  const path = await catalogue.write(list(0, 20));
  assert.deepEqual((await catalogue.run(path)).counts, counted({ added: 20 }));
  const { state, counts } = await catalogue.run(path);
  assert.deepEqual([state, counts], ["before", counted({ added: 20 })]);
  assert.deepEqual((await catalogue.run(path, { fromStart: true })).counts, counted({ same: 20 }));
});

Deno.test("a file that has grown is read again, and only its new books are added", async () => {
  await using catalogue = await withCatalogue();
  await catalogue.take(list(0, 20));
  assert.deepEqual((await catalogue.take(list(0, 25))).counts, counted({ added: 5, same: 20 }));
});

Deno.test("an interrupted import continues with its position, counts and report", async () => {
  await using catalogue = await withCatalogue();
  const path = await catalogue.write(`${list(0, 5)}\n,nobody\n${list(5, 30).split("\n").slice(1).join("\n")}\n,nobody`);
  const interruption = new AbortController();
  let parts = 0;
  const onRecords = () => ++parts === 3 && interruption.abort();
  const first = await catalogue.run(path, { signal: interruption.signal, onRecords });
  assert.deepEqual([first.state, first.lines, first.counts], ["interrupted", 10, counted({ added: 8, refused: 1 })]);
  const second = await catalogue.run(path);
  assert.deepEqual([second.state, second.from, second.lines], ["finished", 10, 33]);
  assert.deepEqual(second.counts, counted({ added: 30, refused: 2 }));
  assert.deepEqual(await catalogue.reported(), [7, 33].map((line) => `line ${line}: refused, it has no title`));
});

Deno.test("an import that crashed continues with the position, counts and report of its last stored part", async () => {
  await using catalogue = await withCatalogue();
  const path = await catalogue.write(`${list(0, 11)}\n,nobody\n${list(11, 30).split("\n").slice(1).join("\n")}`);
  let parts = 0;
  const onRecords = () => {
    if (++parts === 4) throw new Error("the machine goes down");
  };
  await assert.rejects(() => catalogue.run(path, { onRecords }), /goes down/);
  const { state, from, counts } = await catalogue.run(path);
  assert.deepEqual([state, from], ["finished", 13]);
  assert.deepEqual(counts, counted({ added: 30, refused: 1 }));
  assert.deepEqual(await catalogue.reported(), ["line 13: refused, it has no title"]);
  for (const n of [0, 11, 12, 29]) assert.equal((await catalogue.only(`"Book ${n}"`)).title, `Book ${n}`);
});

Deno.test("an import that an earlier version began continues with the counts under their earlier name", async () => {
  await using catalogue = await withCatalogue();
  const lines = Array.from({ length: 9 }, (_, n) => `Book ${n},123${n}`);
  const path = await catalogue.write(["title,isbn", ...lines].join("\n"));
  const interruption = new AbortController();
  await catalogue.run(path, { signal: interruption.signal, onRecords: () => interruption.abort() });
  const { db } = catalogue;
  await db.write([
    db.q.update(imports).set({
      counts: sql`json_remove(json_set(counts, '$.mended', counts -> 'corrected'), '$.corrected')`,
    }),
  ]);
  const { state, from, counts } = await catalogue.run(path);
  assert.deepEqual([state, from, counts], ["finished", 4, counted({ added: 9, corrected: 9 })]);
});

Deno.test("of a compressed file that ends early the readable part is imported, and the rest once the file is complete", async () => {
  await using catalogue = await withCatalogue();
  // Random titles do not compress, so that half of the file has half of the books.
  const lines = Array.from({ length: 4000 }, (_, n) => `Book ${n} ${crypto.randomUUID()},Author`);
  const whole = new Uint8Array(gzipSync(["title,author", ...lines].join("\n")));
  const { state, counts } = await catalogue.run(await catalogue.write(whole.slice(0, whole.length / 2)), {
    batchSize: 500,
  });
  assert.equal(state, "damaged");
  assert.ok(counts.added > 500 && counts.added < 4000, `${counts.added}`);
  const again = await catalogue.run(await catalogue.write(whole), { batchSize: 500 });
  assert.deepEqual([again.state, again.counts.added + again.counts.same], ["finished", 4000]);
});

Deno.test("a long list is read in as little memory as a short one", async () => {
  await using catalogue = await withCatalogue();
  const lines = Array.from({ length: 20_000 }, (_, n) => `Book ${n},${"Author ".repeat(20)}`);
  const path = await catalogue.write(["title,author", ...lines].join("\n"));
  let peak = 0;
  const start = Deno.memoryUsage().heapUsed;
  const onRecords = () => void (peak = Math.max(peak, Deno.memoryUsage().heapUsed - start));
  const { counts } = await catalogue.run(path, { batchSize: 500, onRecords });
  assert.equal(counts.added, 20_000);
  assert.ok(peak < 120 * 1024 ** 2, `${Math.round(peak / 1024 ** 2)} MiB`);
});
