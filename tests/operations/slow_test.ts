import assert from "node:assert/strict";
import { closing, frame, get, openSocketWire, openWire, say, statusOf, type Wire } from "../security/wire.ts";
import { engine, openChatroom } from "../realtime/chatroom.ts";
import { folder } from "../support/operate.ts";
import { startProcess } from "../support/process.ts";
import { connect } from "../support/socket.ts";

/** So many of each kind, all from one address. */
const crowd = 40;
/** A little again and again, after so many milliseconds: nobody is hung up on for being silent. */
const drip = 500;

interface Kind {
  open: (url: string) => Promise<Wire>;
  beginning: string | Uint8Array;
  drop?: string;
  /** What each is told in the end. */
  answer: RegExp;
}

const timedOut = /^HTTP\/1\.1 408 .*\r\n\r\n$/s;

const kinds = (token: string): Record<string, Kind> => ({
  "say nothing": { open: openWire, beginning: "", answer: timedOut },
  "never end a line": { open: openWire, beginning: "GET /login", drop: "a", answer: timedOut },
  "never end their headers": {
    open: openWire,
    beginning: "GET /login HTTP/1.1\r\nHost: localhost\r\n",
    drop: "X: y\r\n",
    answer: timedOut,
  },
  "never end a body": {
    open: openWire,
    beginning:
      "POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{",
    drop: "x",
    answer: /^HTTP\/1\.1 408 .*"code":"timeout"/s,
  },
  "never say who they are": { open: openSocketWire, beginning: "", answer: closing },
  // Grace's machines were let in, and are gone: they answer no question whether they are still there.
  "are gone without a word": {
    open: openSocketWire,
    beginning: frame(`40${JSON.stringify({ token })}`),
    answer: closing,
  },
});

// spec: trust.14
Deno.test("Crowds that never end a request, never say who they are or are gone without a word are hung up on, and others are served meanwhile", async () => {
  await using home = await folder();
  const { tokens, file } = await prepare(home.path);
  await using service = await startProcess(file);
  using ada = await connect(service.url, tokens.ada);
  await ada.join(engine);
  const assertServed = async () => {
    assert.equal(statusOf(await say(service.url, ...get("/login"))), 200);
    assert.equal((await ada.say(engine, "Is it quiet?")).success, true);
  };
  const leaving: Promise<void>[] = [];
  for (const [what, kind] of Object.entries(kinds(tokens.grace))) {
    const wires = await Promise.all(Array.from({ length: crowd }, () => kind.open(service.url)));
    leaving.push(assertHungUpOn(what, kind, wires).then(assertServed));
    await assertServed();
  }
  await Promise.all(leaving);
});

/** Waits until the other side has hung up on all of them. */
async function assertHungUpOn(what: string, { beginning, drop, answer }: Kind, wires: Wire[]): Promise<void> {
  for (const wire of wires) await wire.send(beginning);
  const dripOnce = () => wires.forEach((wire) => void wire.send(drop!).catch(() => {}));
  const dripping = drop ? setInterval(dripOnce, drip) : undefined;
  const answers = await Promise.all(wires.map((wire) => wire.rest(answer))).finally(() => clearInterval(dripping));
  for (const wire of wires) wire[Symbol.dispose]();
  for (const told of answers) assert.match(told, answer, what);
}

async function prepare(folder: string) {
  await using room = await openChatroom({ folder });
  return { tokens: room.tokens, file: `${folder}/test.db` };
}
