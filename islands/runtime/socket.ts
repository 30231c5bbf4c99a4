import { io, type Socket } from "socket.io-client";
import type { ClientEvents, ServerEvents } from "../../server/contract/events.ts";
import { chat as times, storageKeys } from "../../server/contract/constants.ts";
import { paths } from "../../server/contract/paths.ts";
import { emit } from "./events.ts";
import { readStored } from "./storage.ts";

export type PageSocket = Socket<ServerEvents, ClientEvents>;

/** A group, and who looks at it. */
export interface GroupView {
  groupId: string;
  viewer: { id: string; username: string };
}

// One for all islands: a browser's page is a process of its own, and has one reader.
let socket: PageSocket | undefined;

/**
 * The page's socket. Its `connect` makes five attempts, a second apart. What the server sends is emitted on the page's
 * event bus.
 */
export const pageSocket = (view: GroupView): PageSocket => socket ??= createSocket(view);

function createSocket({ groupId, viewer }: GroupView): PageSocket {
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
    query: { groupId, userId: viewer.id, username: viewer.username },
    // Read at each attempt: the token may have changed in another tab.
    auth: (give) => give({ token: readStored(storageKeys.token) ?? undefined, viewer: viewer.id }),
  });
  created.onAny((name, payload) => emit(name, payload));
  // A browser stores a page for going back to only if it has no open connection.
  addEventListener("pagehide", () => created.disconnect());
  return created;
}
