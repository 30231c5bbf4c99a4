import assert from "node:assert/strict";
import { LogWriter } from "../../server/log.ts";

/** An output that accepts `atOnce` bytes at a time and `room` in all, or hangs. */
function fakeOutput() {
  let text = "";
  const output = {
    atOnce: Infinity,
    room: Infinity,
    /** Settles a write that hangs. */
    release: undefined as (() => void) | undefined,
    hangs: false,
    text: () => text,
    isTerminal: () => false,
    async write(bytes: Uint8Array) {
      if (output.hangs) await new Promise<void>((resolve) => output.release = resolve);
      const taken = bytes.subarray(0, Math.min(output.atOnce, output.room));
      if (taken.length === 0) throw new Error("No space left on device");
      output.room -= taken.length;
      text += new TextDecoder().decode(taken);
      return taken.length;
    },
  };
  return output;
}

Deno.test("lines are written whole and in order, however few bytes the output accepts at once", async () => {
  const output = fakeOutput();
  output.atOnce = 3;
  const log = new LogWriter(output);
  for (let n = 0; n < 250; n++) log.write(`line ${n}\n`);
  await log.flush(10_000);
  assert.equal(output.text(), Array.from({ length: 250 }, (_, n) => `line ${n}\n`).join(""));
  assert.equal(log.dropped, 0);
});

Deno.test("while the output is blocked, lines wait up to a limit, further ones are dropped and counted, and none is cut", async () => {
  const output = fakeOutput();
  output.hangs = true;
  const log = new LogWriter(output);
  const line = `${"x".repeat(999)}\n`;
  for (let n = 0; n < 1500; n++) log.write(line);
  assert.equal(log.dropped, 500);
  output.hangs = false;
  output.release!();
  await log.flush(10_000);
  assert.equal(output.text(), line.repeat(1000));
  log.write("later\n");
  await log.flush(10_000);
  assert.ok(output.text().endsWith(`\nlater\n`));
});

Deno.test("lines that could not be written are counted, and the next one begins on a new line", async () => {
  const output = fakeOutput();
  const log = new LogWriter(output);
  output.room = 8;
  log.write("first\n");
  await log.flush(10_000);
  log.write("second\n");
  log.write("third\n");
  await log.flush(10_000);
  assert.equal(log.dropped, 2);
  output.room = Infinity;
  log.write("fourth\n");
  await log.flush(10_000);
  assert.equal(output.text(), "first\nse\nfourth\n");
});

Deno.test("flushing a blocked output ends after the timeout", async () => {
  const output = fakeOutput();
  output.hangs = true;
  const log = new LogWriter(output);
  log.write("unread\n");
  await log.flush(1);
  assert.equal(output.text(), "");
  output.release!();
});
