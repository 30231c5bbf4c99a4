import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isUnavailable } from "../db/engine/client.ts";
import { sessionServerTexts } from "./contract/account/texts.ts";
import { booksServerTexts } from "./contract/books/texts.ts";
import { textTexts } from "./contract/books/text_texts.ts";
import { chatServerTexts, filesServerTexts } from "./contract/chat/texts.ts";
import { groupsTexts } from "./contract/groups/texts.ts";
import { noteTexts } from "./contract/notes/shared_texts.ts";
import { usersServerTexts } from "./contract/people/texts.ts";
import { progressTexts } from "./contract/reading/texts.ts";
import type { Failure, Issue } from "./contract/site/shapes.ts";
import { transportServerTexts, transportTexts, validationServerTexts } from "./contract/site/texts.ts";

interface Details {
  issues?: Issue[];
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
}

export class AppError extends Error {
  constructor(
    readonly status: ContentfulStatusCode,
    readonly code: string,
    message: string,
    readonly details: Details = {},
  ) {
    super(message);
  }

  body(): Failure {
    const { issues, body } = this.details;
    return { message: this.message, error: this.message, code: this.code, ...(issues && { issues }), ...body };
  }
}

export class BadRequest extends AppError {
  constructor(message: string, code = "bad_request", details?: Details) {
    super(400, code, message, details);
  }
}

export class Invalid extends BadRequest {
  constructor(issues: Issue[]) {
    super(issues[0]?.message ?? validationServerTexts.invalid, "invalid_input", { issues });
  }
}

/** @param path of the field it was typed in, where a form shows more than one */
export function beyondEnd(pageCount: number, path?: string) {
  const message = progressTexts.beyondEnd(pageCount);
  return new BadRequest(message, "page_beyond_end", path === undefined ? {} : { issues: [{ path, message }] });
}

export class Unauthorized extends AppError {
  constructor(message = transportServerTexts.unauthorized) {
    super(401, "unauthorized", message);
  }
}

export class Forbidden extends AppError {
  constructor(message = transportServerTexts.forbidden, code = "forbidden") {
    super(403, code, message);
  }
}

export class NotFound extends AppError {
  constructor(message = transportServerTexts.notFound, code = "not_found") {
    super(404, code, message);
  }
}

/** To outsiders a group, and everything in it, looks like one that does not exist. */
export const groupNotFound = () => new NotFound(groupsTexts.notFound, "group_not_found");
export const messageNotFound = () => new NotFound(chatServerTexts.notFound, "message_not_found");
export const bookNotFound = () => new NotFound(booksServerTexts.notFound, "book_not_found");
export const textNotFound = () => new NotFound(textTexts.notFound, "text_not_found");
export const noteNotFound = () => new NotFound(noteTexts.notFound, "note_not_found");
export const questionNotFound = () => new NotFound(noteTexts.questionNotFound, "question_not_found");
export const fileNotFound = () => new NotFound(filesServerTexts.notFound, "file_not_found");
export const userNotFound = () => new NotFound(usersServerTexts.notFound, "user_not_found");

export function found<T>(result: T | undefined, notFound: () => NotFound): T {
  if (result === undefined) throw notFound();
  return result;
}

export class Conflict extends AppError {
  constructor(message: string, code = "conflict", details?: Details) {
    super(409, code, message, details);
  }
}

export const otherViewer = () => new Conflict(sessionServerTexts.other, "other_viewer");

export class Gone extends AppError {
  constructor(message: string, code = "gone") {
    super(410, code, message);
  }
}

export class TooLarge extends AppError {
  constructor(message = transportServerTexts.tooLarge, details?: Details) {
    super(413, "too_large", message, details);
  }
}

export class TooMany extends AppError {
  /** @param retryAfter in whole seconds */
  constructor(retryAfter: number, message = transportServerTexts.tooMany) {
    super(429, "too_many_requests", message, { headers: { "Retry-After": String(retryAfter) } });
  }
}

export class Busy extends AppError {
  constructor(message = transportServerTexts.busy) {
    super(503, "unavailable", message, { headers: { "Retry-After": "5" } });
  }
}

export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isUnavailable(error)) return new Busy(transportServerTexts.unavailable);
  return new AppError(500, "server_error", transportTexts.serverError);
}
