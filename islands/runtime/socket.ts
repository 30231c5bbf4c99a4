import { io, type ManagerOptions, type Socket, type SocketOptions } from "socket.io-client";
import type { Author } from "../../server/contract/chat/shapes.ts";
import type { ClientEvents, HandshakeAuth, ServerEvents } from "../../server/contract/chat/events.ts";
import { emit, emitToListeners } from "./events.ts";
import { readStored } from "./storage.ts";
import { chat as times } from "../../server/contract/chat/limits.ts";
import { storageKeys } from "../../server/contract/site/limits.ts";
import { sitePaths } from "../../server/contract/site/paths.ts";

export type PageSocket = Socket<ServerEvents, ClientEvents>;

export interface GroupView {
  groupId: string;
  viewer: Author;
}

/** `connect` makes five attempts, a second apart, each of which joins the group. */
export function createSocket({ groupId, viewer }: GroupView, position: () => ChatPosition): PageSocket {
  return open({ groupId, userId: viewer.id, username: viewer.username }, emit, {
    reconnectionAttempts: times.connectionAttempts,
    reconnectionDelay: times.connectionAttemptDelay,
    reconnectionDelayMax: times.connectionAttemptDelay,
    randomizationFactor: 0,
    auth: (give) => give({ ...identity(viewer.id), join: joinOf(groupId, position()) } satisfies HandshakeAuth),
  });
}

/** It tries again until it connects. What the server sends to a chat has no listener there, and is not stored. */
export const createViewerSocket = (viewerId: string): PageSocket =>
  open({ userId: viewerId }, emitToListeners, {
    reconnectionDelay: times.connectionAttemptDelay,
    reconnectionDelayMax: times.quietRetryDelay,
    auth: (give) => give(identity(viewerId)),
  });

/** Read at each attempt: the token may have changed in another tab. */
const identity = (viewer: string): HandshakeAuth => ({ token: readStored(storageKeys.token) ?? undefined, viewer });

function open(
  viewer: Record<string, string>,
  receive: typeof emit,
  options: Partial<ManagerOptions & SocketOptions>,
): PageSocket {
  const query = { ...viewer, k: newStickyKey() };
  const created: PageSocket = io({
    path: sitePaths.socket,
    autoConnect: false,
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    timeout: times.connectionTimeout,
    query,
    ...options,
  });
  created.onAny((name, payload) => receive(name, payload));
  created.on("connect", () => emit("connected", undefined));
  // An attempt has failed, or its connection has ended: the next one may go to another instance.
  for (const end of ["error", "close"] as const) created.io.on(end, () => query.k = newStickyKey());
  // A browser stores a page for going back to only if it has no open connection.
  addEventListener("pagehide", () => created.disconnect());
  return created;
}

/** By it a proxy sends the requests of one connection, which may be many, to one instance of the service. */
const newStickyKey = (): string => Math.random().toString(36).slice(2);

interface ChatPosition {
  after: number;
  rev: number;
}

export const joinOf = (groupId: string, { after, rev }: ChatPosition) => ({ groupId, after, rev });
