/** A person's socket, driven by promises: what arrives is stored until a test asks for it. */
import { io, type ManagerOptions, type Socket, type SocketOptions } from "socket.io-client";
import type { Message } from "../../server/contract/chat/shapes.ts";
import type { SocketRefusal } from "../../server/contract/chat/events.ts";

const patience = 30_000;

export interface SocketChoice extends Partial<ManagerOptions & SocketOptions> {
  token?: string;
}

/** What an event with an acknowledgement was answered. */
export type Answer = { success: true; message: Message; error: undefined } | SocketRefusal & { message: undefined };

/** Opens a connection of its own. It has not been let in yet: see `connected` and `refusal`. */
export function openSocket(url: string, { token, ...options }: SocketChoice = {}): TestSocket {
  return new TestSocket(
    io(url, { forceNew: true, reconnection: false, transports: ["websocket"], auth: { token }, ...options }),
  );
}

/** Opens a connection and waits until it is let in. */
export async function connect(url: string, token: string, options: SocketChoice = {}): Promise<TestSocket> {
  const socket = openSocket(url, { token, ...options });
  await socket.connected();
  return socket;
}

/**
 * What concerns a group, without who is here, which comes whenever somebody enters or leaves. An event of the
 * group of another test may arrive up to a second later, when its members are already in this one.
 */
// deno-lint-ignore no-explicit-any -- what a test reads of an event is what it asserts
export const concerning = (groupId: string, events: [string, any][]): [string, any][] =>
  events.filter(([event, news]) => event !== "presence" && !(event === "groupActivity" && news.groupId !== groupId));

export class TestSocket {
  #unread: { event: string; args: unknown[] }[] = [];
  #news = new EventTarget();

  constructor(readonly io: Socket) {
    io.onAny((event: string, ...args: unknown[]) => this.#arrived(event, args));
    io.on("connect", () => this.#arrived("connect", []));
    io.on("disconnect", (reason) => this.#arrived("disconnect", [reason]));
    io.on("connect_error", (error) => this.#arrived("connect_error", [error.message]));
  }

  /** Waits until it is let in. */
  async connected(): Promise<void> {
    await this.next("connect");
  }

  /** Waits until it is refused, and gives the reason. */
  refusal(): Promise<string> {
    return this.next<string>("connect_error");
  }

  /** The oldest event of this name that was not asked for yet; waits for one if need be. */
  // deno-lint-ignore no-explicit-any -- what a test reads of an event is what it asserts
  async next<T = any>(event: string): Promise<T> {
    const found = () => this.#unread.findIndex((one) => one.event === event);
    await this.#until(event, () => found() >= 0);
    return this.#unread.splice(found(), 1)[0].args[0] as T;
  }

  /** Waits for so many messages and gives them as they came. */
  async messages(count: number): Promise<Message[]> {
    const messages: Message[] = [];
    while (messages.length < count) messages.push(await this.next<Message>("message"));
    return messages;
  }

  /**
   * Everything unread that had been sent to this socket before now. What a server sends over one connection arrives in
   * order, so an answer to a last question proves that nothing else is on its way. Of these events only, if any are
   * named.
   */
  // deno-lint-ignore no-explicit-any -- what a test reads of an event is what it asserts
  async unread(...names: string[]): Promise<[string, any][]> {
    await this.ask("nothing in particular");
    const unread = this.#unread.splice(0).filter(({ event }) => !names.length || names.includes(event));
    return unread.map(({ event, args }) => [event, args[0]]);
  }

  /** Emits an event and waits for its acknowledgement. */
  ask(event: string, ...args: unknown[]): Promise<Answer> {
    return this.io.timeout(patience).emitWithAck(event, ...args);
  }

  /** Joins a group and gives its history. */
  async join(group: string | { groupId: string; after?: number; rev?: number }): Promise<Message[]> {
    const answer = await this.ask("joinGroup", group);
    if (!answer.success) throw new Error(answer.error);
    return await this.next<Message[]>("messageHistory");
  }

  /** Says something in a group and waits until that is acknowledged. */
  say(groupId: string, content: string, clientId?: string): Promise<Answer> {
    const timestamp = new Date().toISOString();
    return this.ask("message", { groupId, content, clientId, userId: "", username: "", timestamp });
  }

  [Symbol.dispose](): void {
    this.io.disconnect();
  }

  #arrived(event: string, args: unknown[]): void {
    this.#unread.push({ event, args });
    this.#news.dispatchEvent(new Event("news"));
  }

  #until(what: string, isSo: () => boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = setTimeout(
      () => reject(new Error(`no ${what} came, but ${JSON.stringify(this.#unread)}`)),
      patience,
    );
    const check = () => isSo() && resolve();
    this.#news.addEventListener("news", check);
    check();
    return promise.finally(() => {
      clearTimeout(giveUp);
      this.#news.removeEventListener("news", check);
    });
  }
}
