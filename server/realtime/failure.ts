import type { SocketCode } from "../contract/chat/events.ts";
import { asAppError } from "../errors.ts";
import { logError } from "../log/log_error.ts";
import type { Log } from "../log/log.ts";

/** A failure as it is sent over a socket. */
export interface SocketFailure {
  code: SocketCode;
  message: string;
}

/** The codes of sockets, by the status that HTTP would answer with. */
const codes: Record<number, SocketCode> = {
  401: "unauthorized",
  404: "not_found",
  409: "other_viewer",
  429: "rate_limited",
  500: "server_error",
  503: "unavailable",
};

/** Maps any error to a failure over a socket, and logs it if it is ours. */
export function socketFailure(log: Log, err: unknown, details: { event?: string; what: string }): SocketFailure {
  const { status, message } = asAppError(err);
  logError(log, err, details);
  return { code: codes[status] ?? "invalid_input", message };
}
