import assert from "node:assert/strict";
import { LogWriter } from "../../server/log_writer.ts";

/** An output that takes so many bytes at a time, and fails while it is told to. */
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

Deno.test("lines are written whole and in order, however little the output takes at once", async () => {
  const output = fakeOutput();
  output.atOnce = 3;
  const log = new LogWriter(output);
  for (let n = 0; n < 250; n++) log.write(`line ${n}\n`);
  await log.flush(10_000);
  assert.equal(output.text(), Array.from({ length: 250 }, (_, n) => `line ${n}\n`).join(""));
  assert.equal(log.dropped, 0);
});

// spec: trust.4
Deno.test("while the output takes nothing, lines wait up to a limit, the rest are dropped and counted, and none is torn", async () => {
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

Deno.test("lines that find no room are counted, and the next ones that do begin on a line of their own", async () => {
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

Deno.test("the end waits for an output that takes nothing, but not for ever", async () => {
  const output = fakeOutput();
  output.hangs = true;
  const log = new LogWriter(output);
  log.write("unread\n");
  await log.flush(1);
  assert.equal(output.text(), "");
  output.release!();
});
