import type { SocketCode } from "../contract/events.ts";
import { asAppError } from "../errors.ts";
import { logError } from "../failures.ts";
import type { Log } from "../log.ts";

/** What the other side of a socket is told of a failure. */
export interface SocketFailure {
  code: SocketCode;
  message: string;
}

/** Sockets have few names for failures; HTTP tells each of them apart by its status. */
const codes: Record<number, SocketCode> = {
  401: "unauthorized",
  404: "not_found",
  409: "other_viewer",
  429: "rate_limited",
  500: "server_error",
  503: "unavailable",
};

/** The failure that answers for any error over a socket. One of ours is logged. */
export function socketFailure(log: Log, err: unknown, details: { event?: string; what: string }): SocketFailure {
  const { status, message } = asAppError(err);
  logError(log, err, details);
  return { code: codes[status] ?? "invalid_input", message };
}
