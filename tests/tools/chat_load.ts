/**
 * Sockets that talk, counted. They speak Socket.IO's protocol themselves, and read of what comes only what is measured:
 * with its client library the measuring would take longer than the work.
 */

import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";

export interface ChatTarget {
  /** Of several instances the sockets are connected with one after the other. */
  url: string[];
  /** What the handshake sends, as JSON. */
  auth: string;
  /** The event, as JSON, that joins. */
  join: string;
  /** The name of the event that a message comes by. */
  event: string;
  /** The event, as JSON, that sends a text. */
  say(text: string): string;
}

export interface Pace {
  /** When to stop: after so many seconds, or messages. */
  until: { seconds: number } | { messages: number };
  /** Messages that wait for their acknowledgement at any time, or messages a second. */
  pace: { outstanding: number } | { rate: number };
}

export interface Talk {
  receivers: number;
  seconds: number;
  pace: Pace["pace"];
}

export interface Heard {
  /** Messages acknowledged. */
  count: number;
  /** Messages acknowledged a second. */
  sent: number;
  /** Messages that reached a receiver, a second. */
  delivered: number;
  /** Milliseconds from sending to receiving, the median and the 99th percentile. */
  delay: number;
  delay99: number;
  /** The share of one core that the talking itself took: near 1 it is what limits the rest. */
  ownShare: number;
}

/** A group of the service as one of its members: `engine`, and Ada, of the tests' cast where nothing else is said. */
export function chatOf(
  url: string[],
  token: string,
  { group = "engine", user = "ada" }: { group?: string; user?: string } = {},
): ChatTarget {
  let sent = 0;
  return {
    url,
    auth: JSON.stringify({ token }),
    join: JSON.stringify(["joinGroup", group]),
    event: "message",
    say(content) {
      const clientId = `${performance.now()}-${sent++}`;
      const timestamp = new Date().toISOString();
      return JSON.stringify(["message", {
        groupId: group,
        userId: user,
        username: "ada",
        content,
        clientId,
        timestamp,
      }]);
    },
  };
}

const sentences = [
  "Has anybody solved exercise seven already?",
  "I am stuck at the third part of it, the one with the cards.",
  "Page 41!",
  "My notes say that the mill and the store are told apart by what moves between them, which helped me.",
  "Shall we say Thursday at seven, and each brings a question?",
];

/**
 * Lets sockets talk for a while. @throws Error when a message is refused, lost or out of order, or a connection is lost
 */
export async function talk(target: ChatTarget, { receivers, seconds, pace }: Talk): Promise<Heard> {
  const room = await openRoom(target, receivers);
  try {
    return await room.talk({ until: { seconds }, pace });
  } finally {
    room.close();
  }
}

/** Connects those who write and those who listen, for as many rounds of talk as one likes. */
export async function openRoom(target: ChatTarget, receivers: number, senders = 16) {
  let sentAt: number[] = [];
  let delays: number[] = [];
  let delivered = 0;
  // A text that is repeated within a second would count as sent twice.
  let run = "";
  const listen = () => {
    let last = 0;
    return (packet: string) => {
      if (++delivered % 7 > 0) return;
      // Each text ends with its number.
      delays.push(performance.now() - sentAt[Number(/#(\d+)"/.exec(packet)![1])]);
      const seq = Number(/"seq":(\d+)/.exec(packet)![1]);
      // Those of several instances overtake each other, which clients put right.
      if (seq <= last && target.url.length === 1) throw new Error(`message ${seq} came after ${last}`);
      last = seq;
    };
  };
  const open = (count: number, listener: () => (packet: string) => void = () => () => {}) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        openWire(target, { url: target.url[n % target.url.length], listener: listener() })),
    );
  const wires = [...await open(senders), ...await open(receivers, listen)];
  const say = () => {
    const n = sentAt.push(performance.now()) - 1;
    return wires[n % senders].ask(target.say(`${sentences[n % sentences.length]} ${run} #${n}`));
  };
  const write = async ({ until, pace }: Pace) => {
    const start = performance.now();
    const elapsed = () => (performance.now() - start) / 1000;
    const goesOn = () => "seconds" in until ? elapsed() < until.seconds : sentAt.length < until.messages;
    if ("rate" in pace) {
      const answers: Promise<void>[] = [];
      while (goesOn()) {
        if (sentAt.length < elapsed() * pace.rate) answers.push(say());
        else await delay(Math.max(2, (sentAt.length / pace.rate - elapsed()) * 1000));
      }
      await Promise.all(answers);
    } else {
      const keepTalking = async () => {
        while (goesOn()) await say();
      };
      await Promise.all(Array.from({ length: pace.outstanding }, keepTalking));
    }
    return elapsed();
  };
  return {
    async talk(pace: Pace): Promise<Heard> {
      [sentAt, delays, delivered, run] = [[], [], 0, crypto.randomUUID().slice(0, 4)];
      const cpu = process.cpuUsage();
      const took = await write(pace);
      const { user, system } = process.cpuUsage(cpu);
      const count = sentAt.length;
      const heard = { count, sent: count / took, delivered: delivered / took, ownShare: (user + system) / 1e6 / took };
      for (let n = 0; n < 1000 && delivered < sentAt.length * receivers; n++) {
        await new Promise((next) => setTimeout(next, 5));
      }
      const lost = sentAt.length * receivers - delivered;
      if (lost > 0) throw new Error(`${lost} deliveries were lost`);
      delays.sort((one, other) => one - other);
      return { ...heard, delay: delays[delays.length >> 1], delay99: delays[Math.floor(delays.length * 0.99)] };
    },
    close() {
      for (const wire of wires) wire.close();
    },
  };
}

interface Wire {
  /** Sends an event, and waits for its acknowledgement. */
  ask(event: string): Promise<void>;
  close(): void;
}

async function openWire(
  { auth, join, event }: ChatTarget,
  { url, listener }: { url: string; listener: (packet: string) => void },
): Promise<Wire> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`);
  const asked = new Map<string, PromiseWithResolvers<void>>();
  const accepted = Promise.withResolvers<void>();
  const message = `42["${event}",`;
  let count = 0;
  const fail = (reason: string) => {
    for (const { reject } of [accepted, ...asked.values()]) reject(new Error(reason));
  };
  socket.onclose = ({ code }) => fail(`the connection was lost: ${code}`);
  socket.onmessage = ({ data: packet }: MessageEvent<string>) => {
    if (packet.startsWith(message)) listener(packet);
    else if (packet.startsWith("43")) {
      const [, id, answer] = /^43(\d+)(.*)/.exec(packet)!;
      if (answer.includes(`"success":false`)) fail(answer);
      asked.get(id)?.resolve();
      asked.delete(id);
    } else if (packet.startsWith("40")) accepted.resolve();
    else if (packet.startsWith("0")) socket.send(`40${auth}`);
    else if (packet === "2") socket.send("3");
    else if (packet.startsWith("44")) fail(packet);
  };
  const wire: Wire = {
    ask(event) {
      const answer = Promise.withResolvers<void>();
      asked.set(String(count), answer);
      socket.send(`42${count++}${event}`);
      return answer.promise;
    },
    close() {
      socket.onclose = null;
      socket.close();
    },
  };
  await accepted.promise;
  await wire.ask(join);
  return wire;
}
