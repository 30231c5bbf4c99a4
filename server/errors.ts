/** Errors that have a response: a status, a code for programs and a text for people. */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isUnavailable } from "../db/engine/client.ts";
import type { Failure, Issue } from "./contract/site/failure.ts";
import { noteTexts } from "./contract/notes/shared_texts.ts";
import { transportServerTexts, transportTexts, validationServerTexts } from "./contract/site/texts.ts";
import { chatServerTexts, filesServerTexts } from "./contract/chat/texts.ts";
import { booksServerTexts } from "./contract/books/texts.ts";
import { usersServerTexts } from "./contract/people/texts.ts";
import { progressTexts } from "./contract/reading/texts.ts";
import { groupsTexts } from "./contract/groups/texts.ts";

interface Details {
  issues?: Issue[];
  /** Further keys of the response's body. */
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** An error whose details may be shown to the caller. */
export class AppError extends Error {
  constructor(
    readonly status: ContentfulStatusCode,
    readonly code: string,
    message: string,
    readonly details: Details = {},
  ) {
    super(message);
  }

  /** The response's body, in the contract's shape. */
  body(): Failure {
    const { issues, body } = this.details;
    return { message: this.message, error: this.message, code: this.code, ...(issues && { issues }), ...body };
  }
}

/** Input that breaks a rule. */
export class BadRequest extends AppError {
  constructor(message: string, code = "bad_request", details?: Details) {
    super(400, code, message, details);
  }
}

/** Input that breaks its schema; the message is the first issue's. */
export class Invalid extends BadRequest {
  constructor(issues: Issue[]) {
    super(issues[0]?.message ?? validationServerTexts.invalid, "invalid_input", { issues });
  }
}

/** The failure for a page beyond the end of its book, or of a copy of it. */
export const beyondEnd = (pageCount: number) => new BadRequest(progressTexts.beyondEnd(pageCount), "page_beyond_end");

/** No session, or one that has ended. */
export class Unauthorized extends AppError {
  constructor(message = transportServerTexts.unauthorized) {
    super(401, "unauthorized", message);
  }
}

/** Signed in, but not allowed. */
export class Forbidden extends AppError {
  constructor(message = transportServerTexts.forbidden, code = "forbidden") {
    super(403, code, message);
  }
}

/** Does not exist, or the caller may not know that it does. */
export class NotFound extends AppError {
  constructor(message = transportServerTexts.notFound, code = "not_found") {
    super(404, code, message);
  }
}

/** To outsiders a group, and everything in it, looks like one that does not exist. */
export const groupNotFound = () => new NotFound(groupsTexts.notFound, "group_not_found");
export const messageNotFound = () => new NotFound(chatServerTexts.notFound, "message_not_found");
export const bookNotFound = () => new NotFound(booksServerTexts.notFound, "book_not_found");
export const noteNotFound = () => new NotFound(noteTexts.notFound, "note_not_found");
export const questionNotFound = () => new NotFound(noteTexts.questionNotFound, "question_not_found");
export const fileNotFound = () => new NotFound(filesServerTexts.notFound, "file_not_found");
export const userNotFound = () => new NotFound(usersServerTexts.notFound, "user_not_found");

/** The result of a query. @throws NotFound when it is undefined: nothing exists, or nothing the caller may see */
export function found<T>(result: T | undefined, notFound: () => NotFound): T {
  if (result === undefined) throw notFound();
  return result;
}

/** Exists already, or was changed meanwhile. */
export class Conflict extends AppError {
  constructor(message: string, code = "conflict", details?: Details) {
    super(409, code, message, details);
  }
}

/** Was there, and is used up, ended or revoked. */
export class Gone extends AppError {
  constructor(message: string, code = "gone") {
    super(410, code, message);
  }
}

/** Larger than the limit. */
export class TooLarge extends AppError {
  constructor(message = transportServerTexts.tooLarge, details?: Details) {
    super(413, "too_large", message, details);
  }
}

/** Too many calls; `Retry-After` says when to call again. */
export class TooMany extends AppError {
  /** @param retryAfter in whole seconds */
  constructor(retryAfter: number, message = transportServerTexts.tooMany) {
    super(429, "too_many_requests", message, { headers: { "Retry-After": String(retryAfter) } });
  }
}

/** Too much at once; the same call succeeds a little later. */
export class Busy extends AppError {
  constructor(message = transportServerTexts.busy) {
    super(503, "unavailable", message, { headers: { "Retry-After": "5" } });
  }
}

/** Maps any error to one that can be shown: itself if it is an `AppError`, else one without internal details. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isUnavailable(error)) {
    return new AppError(503, "unavailable", transportServerTexts.unavailable, { headers: { "Retry-After": "5" } });
  }
  return new AppError(500, "server_error", transportTexts.serverError);
}
