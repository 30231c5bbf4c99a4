import { io, type Socket } from "socket.io-client";
import type { ClientEvents, ServerEvents } from "../../server/contract/events.ts";
import { chat as times, storageKeys } from "../../server/contract/constants.ts";
import { paths } from "../../server/contract/paths.ts";
import { readStored } from "./storage.ts";

export type ChatSocket = Socket<ServerEvents, ClientEvents>;

interface Who {
  groupId: string;
  user: { id: string; username: string };
}

/** Opens a socket, which tries five times to connect, a second apart. */
export function openSocket({ groupId, user }: Who): ChatSocket {
  return io({
    path: paths.socket,
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    reconnectionAttempts: times.connectionAttempts,
    reconnectionDelay: times.connectionAttemptDelay,
    reconnectionDelayMax: times.connectionAttemptDelay,
    randomizationFactor: 0,
    timeout: times.connectionTimeout,
    query: { groupId, userId: user.id, username: user.username },
    // Asked for at each attempt: the token may have changed in another tab.
    auth: (give) => give({ token: readStored(storageKeys.token) ?? undefined, viewer: user.id }),
  });
}

/** A name for a message that no other message has; `randomUUID` is missing on plain http. */
export const newClientId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
