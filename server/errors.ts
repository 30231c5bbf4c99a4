/** Failures that have an answer: a status, a code for programs and a text for people. */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isUnavailable } from "../db/client.ts";
import type { Failure, Issue } from "./contract/failure.ts";
import { texts } from "./contract/texts.ts";

interface Details {
  issues?: Issue[];
  /** Further keys of the answer's body. */
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** A failure the caller is told of in full. */
export class AppError extends Error {
  constructor(
    readonly status: ContentfulStatusCode,
    readonly code: string,
    message: string,
    readonly details: Details = {},
  ) {
    super(message);
  }

  /** The body the contract asks for. */
  body(): Failure {
    const { issues, body } = this.details;
    return { message: this.message, error: this.message, code: this.code, ...(issues && { issues }), ...body };
  }
}

/** Input, or a wish, that breaks a rule. */
export class BadRequest extends AppError {
  constructor(message: string, code = "bad_request", details?: Details) {
    super(400, code, message, details);
  }
}

/** Input that breaks its schema; the first issue's text speaks for all. */
export class Invalid extends BadRequest {
  constructor(issues: Issue[]) {
    super(issues[0]?.message ?? texts.validation.invalid, "invalid_input", { issues });
  }
}

/** Nobody is signed in, or the session has ended. */
export class Unauthorized extends AppError {
  constructor(message = texts.transport.unauthorized) {
    super(401, "unauthorized", message);
  }
}

/** Signed in, but not allowed. */
export class Forbidden extends AppError {
  constructor(message = texts.transport.forbidden, code = "forbidden") {
    super(403, code, message);
  }
}

/** Not there, or not for the caller to know of. */
export class NotFound extends AppError {
  constructor(message = texts.transport.notFound, code = "not_found") {
    super(404, code, message);
  }
}

/** To strangers a group, and everything in it, looks like one that does not exist. */
export const groupNotFound = () => new NotFound(texts.groups.notFound, "group_not_found");
export const bookNotFound = () => new NotFound(texts.books.notFound, "book_not_found");
export const userNotFound = () => new NotFound(texts.users.notFound, "user_not_found");

/** What a query found. @throws NotFound where that is nothing, or nothing the caller may see */
export function found<T>(result: T | undefined, notFound: () => NotFound): T {
  if (result === undefined) throw notFound();
  return result;
}

/** There already, or another one by now. */
export class Conflict extends AppError {
  constructor(message: string, code = "conflict", details?: Details) {
    super(409, code, message, details);
  }
}

/** More than is taken in. */
export class TooLarge extends AppError {
  constructor(message = texts.transport.tooLarge, details?: Details) {
    super(413, "too_large", message, details);
  }
}

/** Too often; the answer says when to come back. */
export class TooMany extends AppError {
  /** @param retryAfter whole seconds */
  constructor(retryAfter: number, message = texts.transport.tooMany) {
    super(429, "too_many_requests", message, { headers: { "Retry-After": String(retryAfter) } });
  }
}

/** More at once than there is room for; it goes well in a moment. */
export class Busy extends AppError {
  constructor(message = texts.transport.busy) {
    super(503, "unavailable", message, { headers: { "Retry-After": "5" } });
  }
}

/**
 * The failure that answers for any error: itself where it is one of ours, else one that tells nothing of the inside.
 */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isUnavailable(error)) {
    return new AppError(503, "unavailable", texts.transport.unavailable, { headers: { "Retry-After": "5" } });
  }
  return new AppError(500, "server_error", texts.transport.serverError);
}
