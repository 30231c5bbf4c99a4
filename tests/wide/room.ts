/** A group on several instances: Ada made it, Grace and Nora are in it, Mallory is not. */
import { v7 as uuid } from "uuid";
import { insertGroup } from "../../db/groups/groups.ts";
import { insertMember } from "../../db/groups/members.ts";
import { findUser } from "../../db/people/users.ts";
import type { Message } from "../../server/contract/chat/shapes.ts";
import type { Cluster } from "../support/cluster.ts";
import { person, store } from "../support/people.ts";
import { connect, type TestSocket } from "../support/socket.ts";
import { type ChatClient, type ClientOptions, openClient } from "./chat_client.ts";

const names = ["ada", "grace", "nora", "mallory"] as const;
export type Name = (typeof names)[number];

/** Whom to speak to: the proxy or an instance. */
interface At {
  url: string;
}

export interface Room {
  groupId: string;
  tokens: Record<Name, string>;
  /** Opens a client of a user that is in the group. */
  enter(name: Name, at: At, options?: Partial<ClientOptions>): Promise<ChatClient>;
  /** Connects a user to an instance without joining. */
  connect(name: Name, at: At): Promise<TestSocket>;
  /** Connects a member to an instance, who joins and has read the history. */
  join(name: Name, at: At): Promise<TestSocket>;
  /** Calls the API as a user: `DELETE /groups/:group`. @throws Error unless it succeeds */
  // deno-lint-ignore no-explicit-any -- what a test reads of an answer is what it asserts
  call(name: Name, at: At, request: string, body?: unknown): Promise<any>;
  /** All messages of the group, oldest first, as an instance has them. */
  history(at: At): Promise<Message[]>;
  [Symbol.dispose](): void;
}

/** Makes a group of the test's own, with sessions of its own. `using` closes what was opened. */
export async function openRoom(cluster: Cluster): Promise<Room> {
  const { db } = cluster;
  if (!await findUser(db, "nora")) await store(db, person("Nora"));
  const groupId = uuid();
  await insertGroup(db, "ada", { id: groupId, groupName: "Analytical Engine", description: null }, 1);
  for (const userId of ["grace", "nora"]) await insertMember(db, "ada", { groupId, userId }, 2);
  const tokens = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await cluster.session(name)])),
  );
  const opened = new DisposableStack();
  const room: Room = {
    groupId,
    tokens,
    enter: async (name, { url }, options) =>
      opened.use(await openClient(url, { token: tokens[name], groupId, ...options })),
    connect: async (name, { url }) => opened.use(await connect(url, tokens[name])),
    async join(name, at) {
      const socket = await room.connect(name, at);
      await socket.join(groupId);
      await socket.unread();
      return socket;
    },
    call: (name, at, request, body) => callApi(at, request.replace(":group", groupId), { token: tokens[name], body }),
    async history(at) {
      const messages: Message[] = [];
      for (let hasMore = true; hasMore;) {
        const path = `/groups/:group/messages?limit=100&after=${messages.at(-1)?.seq ?? 0}`;
        const page = await room.call("ada", at, `GET ${path}`);
        messages.push(...page.messages);
        hasMore = page.hasMore;
      }
      return messages;
    },
    [Symbol.dispose]: () => opened.dispose(),
  };
  return room;
}

/** Calls the API: `POST /auth/logout`. @throws Error unless it succeeds */
export async function callApi(
  { url }: At,
  request: string,
  { token, body }: { token?: string; body?: unknown } = {},
  // deno-lint-ignore no-explicit-any -- what a test reads of an answer is what it asserts
): Promise<any> {
  const [method, path] = request.split(" ");
  const headers = { "Content-Type": "application/json", ...token && { Authorization: `Bearer ${token}` } };
  const answer = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${request} was answered ${answer.status} ${text}`);
  return JSON.parse(text);
}
