/** A chat client that does what ours does: reconnects, fetches what it missed, sends again what got no answer. */
import * as chatLimits from "../../server/contract/chat/limits.ts";
import { io, type ManagerOptions, type Socket, type SocketOptions } from "socket.io-client";
import type { Message } from "../../server/contract/chat/shapes.ts";
import type { SocketRefusal } from "../../server/contract/chat/events.ts";
import { until } from "../support/operate.ts";

export interface ClientOptions extends Partial<ManagerOptions & SocketOptions> {
  token: string;
  groupId: string;
}

/** Opens a client and waits until it has the group's messages. */
export async function openClient(url: string, options: ClientOptions): Promise<ChatClient> {
  const client = new ChatClient(url, options);
  await until(() => client.isIn);
  return client;
}

/** Milliseconds before something that failed is tried again. */
const retryAfter = 50;
/** Milliseconds that a gap may take to be filled by other instances before it is fetched. */
const gapWait = 200;

export class ChatClient {
  readonly io: Socket;
  /** Every message that arrived as an event or in a history, by `seq`. */
  readonly received = new Map<number, Message>();
  /** The `seq` of each `message` event, as they came. */
  readonly events: number[] = [];
  /** The errors that arrived. */
  readonly errors: SocketRefusal["code"][] = [];
  /** What was acknowledged to this client. */
  readonly acknowledged: Message[] = [];
  /** Whether it is connected and in the group. */
  isIn = false;
  readonly #groupId: string;
  #gapTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string, { token, groupId, ...options }: ClientOptions) {
    this.#groupId = groupId;
    const socket = this.io = io(url, {
      forceNew: true,
      transports: ["websocket"],
      reconnectionDelay: retryAfter,
      reconnectionDelayMax: 4 * retryAfter,
      auth: { token },
      query: { k: stickyKey() },
      ...options,
    });
    // As the proxy goes by the key, each attempt may get to another instance.
    socket.io.on("reconnect_attempt", () => socket.io.opts.query = { k: stickyKey() });
    socket.on("connect", () => void this.#enter());
    socket.on("disconnect", () => this.isIn = false);
    // Refused by an instance that cannot ask the database: the library does not try again by itself.
    socket.on("connect_error", () => socket.active || setTimeout(() => socket.connect(), retryAfter));
    socket.on("message", (message: Message) => {
      this.events.push(message.seq);
      this.#takeEvent(message);
    });
    // Also the latest message of a group, where it may have been missed.
    socket.on("messageChanged", (message: Message) => this.#takeEvent(message));
    socket.on("messageHistory", (messages: Message[]) => this.#take(messages));
    socket.on("error", ({ code }: SocketRefusal) => this.errors.push(code));
  }

  /** The messages without a gap from the first one on. */
  get messages(): Message[] {
    const messages: Message[] = [];
    for (let seq = 1; this.received.has(seq); seq++) messages.push(this.received.get(seq)!);
    return messages;
  }

  /** Sends a message until it is acknowledged, whatever happens meanwhile. */
  async say(content: string): Promise<Message> {
    for (;;) {
      const answer = await this.ask(content);
      if (answer?.success) {
        this.acknowledged.push(answer.message);
        return answer.message;
      }
      if (this.io.disconnected && !this.io.active) throw new Error(`closed while "${content}" was sent`);
      await new Promise((resolve) => setTimeout(resolve, retryAfter));
    }
  }

  /** Sends a message once. @returns the answer, or undefined when the connection broke first */
  ask(content: string): Promise<{ success: true; message: Message } | SocketRefusal | undefined> {
    const message = { groupId: this.#groupId, content, clientId: content, userId: "", username: "", timestamp: "" };
    return this.io.timeout(60_000).emitWithAck("message", message).catch(() => undefined);
  }

  /** Waits until it has every message up to one. */
  async has(seq: number): Promise<void> {
    await until(() => this.messages.length >= seq);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#gapTimer);
    this.io.disconnect();
  }

  get #hasGap(): boolean {
    return this.received.size > this.messages.length;
  }

  #take(messages: Message[]): void {
    for (const message of messages) this.received.set(message.seq, message);
  }

  #takeEvent(message: Message): void {
    this.#take([message]);
    if (this.#hasGap) this.#gapTimer ??= setTimeout(() => this.#fillGap(), gapWait);
  }

  #fillGap(): void {
    this.#gapTimer = undefined;
    if (this.#hasGap) void this.#enter();
  }

  /** Joins, and fetches page by page what it has not got. */
  async #enter(): Promise<void> {
    while (this.io.connected) {
      const join = { groupId: this.#groupId, after: this.messages.length };
      // Asked for before: it may arrive together with the acknowledgement.
      const history = this.#history();
      const answer = await this.io.timeout(60_000).emitWithAck("joinGroup", join).catch(() => undefined);
      if (answer?.success) {
        if ((await history).length < chatLimits.chat.pageLength) break;
      } else if (answer?.code === "not_found") return;
      else await new Promise((resolve) => setTimeout(resolve, retryAfter));
    }
    this.isIn = this.io.connected;
  }

  /** The next history, or none when the connection breaks first. */
  #history(): Promise<Message[]> {
    const { promise, resolve } = Promise.withResolvers<Message[]>();
    this.io.once("messageHistory", resolve).once("disconnect", () => resolve([]));
    return promise;
  }
}

const stickyKey = () => crypto.randomUUID();
