import { io, type Socket } from "socket.io-client";
import type { Author } from "../../server/contract/chat.ts";
import type { ClientEvents, HandshakeAuth, ServerEvents } from "../../server/contract/events.ts";
import { chat as times, storageKeys } from "../../server/contract/constants.ts";
import { paths } from "../../server/contract/paths.ts";
import { emit } from "./events.ts";
import { readStored } from "./storage.ts";

export type PageSocket = Socket<ServerEvents, ClientEvents>;

/** A group, and who looks at it. */
export interface GroupView {
  groupId: string;
  viewer: Author;
}

/**
 * The socket of a group's page. Its `connect` makes five attempts, a second apart, each of which joins the group. What
 * the server sends is emitted on the page's event bus.
 *
 * @param place what the page has of the group
 */
export function createSocket({ groupId, viewer }: GroupView, place: () => Place): PageSocket {
  const query = { groupId, userId: viewer.id, username: viewer.username, k: newStickyKey() };
  const created: PageSocket = io({
    path: paths.socket,
    autoConnect: false,
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    reconnectionAttempts: times.connectionAttempts,
    reconnectionDelay: times.connectionAttemptDelay,
    reconnectionDelayMax: times.connectionAttemptDelay,
    randomizationFactor: 0,
    timeout: times.connectionTimeout,
    query,
    // Read at each attempt: the token may have changed in another tab.
    auth: (give) => {
      const token = readStored(storageKeys.token) ?? undefined;
      give({ token, viewer: viewer.id, join: joinOf(groupId, place()) } satisfies HandshakeAuth);
    },
  });
  created.onAny((name, payload) => emit(name, payload));
  // An attempt has failed, or its connection has ended: the next one may go to another instance.
  for (const end of ["error", "close"] as const) created.io.on(end, () => query.k = newStickyKey());
  // A browser stores a page for going back to only if it has no open connection.
  addEventListener("pagehide", () => created.disconnect());
  return created;
}

/** By it a proxy sends the requests of one connection, which may be many, to one instance of the service. */
const newStickyKey = (): string => Math.random().toString(36).slice(2);

/** The highest `seq` that a page has, and the `rev` up to which nothing is missing. */
interface Place {
  after: number;
  rev: number;
}

/** What joins a group: all that is new or has changed since comes then. */
export const joinOf = (groupId: string, { after, rev }: Place) => ({ groupId, after, rev });
