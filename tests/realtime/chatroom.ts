/** A service with Ada's group, of which Grace is a member and Mallory is not, and sockets for all of them. */
import { startSession } from "../../server/auth/sessions.ts";
import { type Answer, startApp, type TestApp } from "../support/app.ts";
import { cast } from "../support/people.ts";
import { connect, type TestSocket } from "../support/socket.ts";

export type Name = "ada" | "grace" | "mallory";

/** The id of Ada's group. */
export const engine = "engine";

export interface Chatroom {
  app: TestApp;
  url: string;
  tokens: Record<Name, string>;
  /** Connects a user without joining a group. */
  connect(name: Name): Promise<TestSocket>;
  /** Connects a user who joins Ada's group. */
  enter(name: Name): Promise<TestSocket>;
  /** Calls the API as a user. */
  // deno-lint-ignore no-explicit-any -- what a test reads of an answer is what it asserts
  call(name: Name, method: string, path: string, body?: unknown): Promise<Answer<any>>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function openChatroom(options: Parameters<typeof startApp>[0] = {}): Promise<Chatroom> {
  const app = await startApp(options);
  await cast(app.deps.db);
  const [ada, grace, mallory] = await Promise.all(
    ["ada", "grace", "mallory"].map((userId) => startSession(app.deps, userId)),
  );
  const tokens = { ada, grace, mallory };
  const sockets: TestSocket[] = [];
  const room: Chatroom = {
    app,
    url: app.url,
    tokens,
    async connect(name) {
      const socket = await connect(app.url, tokens[name]);
      sockets.push(socket);
      return socket;
    },
    async enter(name) {
      const socket = await room.connect(name);
      await socket.join(engine);
      return socket;
    },
    call: (name, method, path, body) => app.call(method, path, { token: tokens[name] }, body),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket[Symbol.dispose]();
      await app[Symbol.asyncDispose]();
    },
  };
  return room;
}
