/** The forms of pages, which do the same as the API's calls. */
import { v4, v5, validate } from "uuid";
import type { z } from "zod";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Issue } from "../contract/site/failure.ts";
import { asAppError } from "../errors.ts";
import { malformedForm, readBody } from "./body.ts";
import { setFlash } from "./flash.ts";
import { logFailure } from "./request_log.ts";
import type { Ctx, Env } from "./router.ts";
import { parse } from "./validate.ts";

/** A form's text fields. Files and repeated fields are left out. */
export type Fields = Record<string, string>;

/**
 * Reads the text fields of the form that was sent.
 *
 * @throws BadRequest for a malformed form, TooLarge, Busy
 */
export async function readForm<E extends Env>(c: Ctx<E>): Promise<Fields> {
  await readBody(c);
  const body = await c.req.parseBody().catch(() => {
    throw malformedForm();
  });
  const text = Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  // Text areas send CRLF for the line feeds that were typed.
  return Object.fromEntries(text.map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]));
}

/**
 * An id for a form as it is rendered, which is sent with it: without script nothing else stops a second press.
 *
 * @param sent the form that failed and is shown again: it keeps its id, for what it asked for may be stored
 */
export const formKeyFor = (sent: Fields = {}): string => validate(sent.formKey) ? sent.formKey : v4();

/**
 * The id of what a form makes: however often the form is sent, it is made once. Other content gives another id, since
 * one can go back to the page and write something else.
 *
 * @returns undefined for a form without a valid id
 */
export const idempotencyKey = ({ formKey }: Fields, content: string): string | undefined =>
  validate(formKey) ? v5(content, formKey) : undefined;

export type Outcome<T> = { ok: true; value: T } | Refusal;

/** What went wrong with a form, as the page that shows it again needs it. */
export interface Refusal {
  ok: false;
  status: ContentfulStatusCode;
  code: string;
  message: string;
  /** For the answer, such as `Retry-After`; a redirect has none of them. */
  headers?: Record<string, string>;
  /** The fields that are wrong, where some are. */
  issues?: Issue[];
}

/**
 * Validates a form's fields and runs its action. A refusal, or a failure that may pass in a moment, is returned, so
 * that the page can show it beside what was typed; a failure of the server is thrown.
 */
export async function runFormAction<T, S extends z.ZodType, E extends Env>(
  c: Ctx<E>,
  { schema, fields }: { schema: S; fields: unknown },
  action: (input: z.infer<S>) => Promise<T>,
): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await action(parse(schema, fields)) };
  } catch (error) {
    const { status, code, message, details } = asAppError(error);
    if (status === 500) throw error;
    logFailure(c, error);
    return { ok: false, status, code, message, headers: details.headers, issues: details.issues };
  }
}

/** Why a form failed, as the island that shows it again takes it. */
export const formFailure = ({ message, issues }: Refusal) => ({ text: message, issues });

interface Flashed {
  success: string;
  /** What is shown in place of the refusal's own text. */
  failed?: string;
  /** A path of ours. */
  to: string;
}

/** Sends the browser to another page, which shows there whether the form succeeded. */
export function flashAndRedirect<E extends Env>(
  c: Ctx<E>,
  outcome: Outcome<unknown>,
  { success, failed, to }: Flashed,
): Response {
  if (outcome.ok) setFlash(c, "success", success);
  else setFlash(c, "error", failed ?? outcome.message);
  return c.redirect(to, 303);
}
