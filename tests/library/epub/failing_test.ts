import assert from "node:assert/strict";
import { takeText } from "../../../server/actions/books/text_reading.ts";
import { bringTexts as texts } from "../../../server/contract/books/bring_texts.ts";
import { epub as limits } from "../../../server/contract/books/text_limits.ts";
import { epubTexts } from "../../../server/contract/books/text_texts.ts";
import { BadRequest } from "../../../server/errors.ts";
import { openText } from "../../../server/library/epub/thread.ts";
import { startReading } from "../../support/cast.ts";
import { epubOf } from "../../support/epubs.ts";
import { until } from "../../support/operate.ts";

Deno.test("an error of ours while a text is opened or read in is logged with its stack, and not shown", async () => {
  await using app = await startReading();
  const { ada, bookId, deps, log, call } = app;
  const bring = async (where: "begin" | "open" | "read") => {
    log.length = 0;
    const worker = new URL(import.meta.resolve(`./broken_worker.ts?${where}`));
    const done = Promise.withResolvers<void>();
    const brought = {
      bookId,
      file: epubOf({ chapters: ["<p>Text</p>"] }),
      open: (...[file, options]: Parameters<typeof openText>) => openText(file, { ...options, worker }),
    };
    return await takeText(deps, ada, brought, done.resolve).finally(() => done.promise);
  };
  const stacks = () => log.map((line) => JSON.parse(line).err?.stack ?? "").filter((stack) => stack !== "");
  // Deno 2.9.6 gives of an error that ends a thread no more than the message, and prints the rest itself.
  const expected = { begin: /broken on purpose/, open: /TypeError: broken on purpose\n\s+at [^]*epub_worker\.ts/ };
  for (const where of ["begin", "open"] as const) {
    await assert.rejects(
      bring(where),
      (error) => error instanceof BadRequest && error.code === "invalid_text" && error.message === texts.failed,
    );
    await until(() => stacks().length > 0);
    assert.match(stacks().join(), expected[where]);
  }
  await bring("read");
  await until(() => stacks().length > 0);
  assert.match(stacks().join(), /TypeError: broken on purpose\n\s+at [^]*block_writer\.ts/);
  const { state, problem } = (await call("GET", `/books/${bookId}/text`, ada)).body.text;
  assert.deepEqual([state, problem], ["failed", texts.failed]);
});

Deno.test("a thread whose heap is full is ended once its heartbeat stops, before its time is over", async () => {
  const worker = new URL(import.meta.resolve("./broken_worker.ts?full"));
  const times = { ...limits, openWithin: 3600_000, heartbeatWithin: 1000 };
  const stopping = new AbortController();
  // With another error, where no heartbeat is missed.
  const timer = setTimeout(() => stopping.abort(new Error("no heartbeat was missed")), limits.openWithin);
  await assert.rejects(
    openText(epubOf({ chapters: ["<p>Text</p>"] }), { worker, times, stopped: stopping.signal }),
    (error) => error instanceof BadRequest && error.message === epubTexts.tooSlow,
  );
  clearTimeout(timer);
});
