/** Many sockets of many people in several groups, which talk at a given pace and count what comes. */
import { io, type Socket } from "socket.io-client";
import { openDb } from "../../db/engine/client.ts";
import { migrate } from "../../db/engine/migrate.ts";
import { groups, members, sessions, users } from "../../db/schema.ts";
import { hashToken } from "../../server/auth/tokens.ts";
import { person } from "../support/people.ts";

export interface Size {
  sockets: number;
  groups: number;
}

const tokenOf = (n: number) => `token-of-${n}`;
const groupOf = (n: number, { groups }: Size) => `group-${n % groups}`;

/** Makes a database of as many people as sockets, spread over the groups, all of them logged in. */
export async function populate(file: string, size: Size): Promise<void> {
  const db = await openDb({ url: `file:${file}` });
  await migrate(db);
  const everyone = Array.from({ length: size.sockets }, (_, n) => n);
  const id = (n: number) => `user-${n}`;
  const expiresAt = Date.now() + 3600_000;
  const hashes = everyone.map((n) => hashToken(tokenOf(n)));
  const circles = everyone.slice(0, size.groups).map((n) => ({ id: groupOf(n, size), createdBy: id(n) }));
  await db.write([
    db.q.insert(users).values(everyone.map((n) => person(`User-${n}`))),
    db.q.insert(sessions).values(everyone.map((n) => ({ hash: hashes[n], userId: id(n), createdAt: 1, expiresAt }))),
    db.q.insert(groups).values(circles.map((one) => ({ ...one, groupName: one.id, createdAt: 1, activeAt: 1 }))),
    db.q.insert(members).values(everyone.map((n) => ({ groupId: groupOf(n, size), userId: id(n), joinedAt: n }))),
  ]);
  await db.close();
}

export interface Tally {
  sent: number;
  /** Acknowledged as stored, and refused or never answered. */
  stored: number;
  failed: number;
  /** Messages that reached sockets, and those that came twice, too early or too late. */
  delivered: number;
  disordered: number;
  /** Why connections were lost, each. */
  disconnected: string[];
  /** Milliseconds from the moment a message was due to its acknowledgement. */
  latencies: number[];
}

const patience = 30_000;

export class Crowd {
  readonly tally: Tally = {
    sent: 0,
    stored: 0,
    failed: 0,
    delivered: 0,
    disordered: 0,
    disconnected: [],
    latencies: [],
  };
  #sockets: Socket[] = [];

  constructor(readonly url: string, readonly size: Size) {}

  /** Connects everyone, a few at a time, and lets them join. */
  async gather(): Promise<void> {
    while (this.#sockets.length < this.size.sockets) {
      const next = Math.min(50, this.size.sockets - this.#sockets.length);
      await Promise.all(Array.from({ length: next }, () => this.#enter(this.#sockets.length)));
    }
  }

  /** Sends so many messages a second, in turn from one group after the other, and waits for every answer. */
  async talk(rate: number, seconds: number): Promise<void> {
    const answers: Promise<void>[] = [];
    const started = performance.now();
    for (let sent = 0; sent < rate * seconds; sent++) {
      const due = started + sent * 1000 / rate;
      const pause = due - performance.now();
      if (pause > 1) await new Promise((resolve) => setTimeout(resolve, pause));
      answers.push(this.#say(sent, due));
    }
    await Promise.all(answers);
  }

  /** Waits until every stored message has reached its whole group; gives up after a while. */
  async settle(): Promise<number> {
    const expected = this.tally.stored * this.size.sockets / this.size.groups;
    const end = Date.now() + 10_000;
    while (this.tally.delivered < expected && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
    return expected;
  }

  leave(): void {
    for (const socket of this.#sockets) socket.off("disconnect").disconnect();
  }

  #enter(n: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const auth = { token: tokenOf(n) };
    const socket = io(this.url, { forceNew: true, reconnection: false, transports: ["websocket"], auth });
    this.#sockets.push(socket);
    let last = 0;
    socket.on("message", ({ seq }: { seq: number }) => {
      this.tally.delivered++;
      if (seq !== last + 1) this.tally.disordered++;
      last = seq;
    });
    socket.on("connect_error", reject);
    socket.on("disconnect", (reason) => this.tally.disconnected.push(reason));
    socket.on("messageHistory", () => resolve());
    socket.on("connect", () => socket.emit("joinGroup", groupOf(n, this.size)));
    return promise;
  }

  async #say(n: number, due: number): Promise<void> {
    this.tally.sent++;
    // In each round another member of every group.
    const speaker = (n + Math.floor(n / this.size.groups) * this.size.groups) % this.size.sockets;
    const message = {
      groupId: groupOf(speaker, this.size),
      content: `Message ${n}: ${"so ".repeat(20)}`,
      clientId: `${n}`,
    };
    const answer = await this.#sockets[speaker].timeout(patience)
      .emitWithAck("message", { ...message, userId: "", username: "", timestamp: new Date().toISOString() })
      .catch(() => ({ success: false }));
    this.tally.latencies.push(performance.now() - due);
    if (answer.success) this.tally.stored++;
    else this.tally.failed++;
  }
}
