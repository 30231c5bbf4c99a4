/** Forms of pages: the other door to what the API's calls do. */
import { v4, v5, validate } from "uuid";
import type { z } from "zod";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Issue } from "../contract/failure.ts";
import { texts } from "../contract/texts.ts";
import { asAppError, BadRequest } from "../errors.ts";
import { readBody } from "./body.ts";
import { setFlash } from "./flash.ts";
import { logFailure } from "./request_log.ts";
import type { Ctx, Env } from "./router.ts";
import { parse } from "./validate.ts";

/** What a form's fields said. Files and repeated fields are not text and are left out. */
export type Fields = Record<string, string>;

/**
 * The fields of the form that was sent.
 *
 * @throws BadRequest when the body is no form that can be read, TooLarge, Busy
 */
export async function readForm<E extends Env>(c: Ctx<E>): Promise<Fields> {
  await readBody(c);
  const body = await c.req.parseBody().catch(() => {
    throw new BadRequest(texts.transport.malformedForm, "malformed");
  });
  const text = Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  // Text areas send CRLF for the line feeds that were typed.
  return Object.fromEntries(text.map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]));
}

/**
 * A name for a form as it is rendered, which comes back with it: without script nothing else stops a second press.
 *
 * @param sent the form that failed and is shown again: it is still the same one, for what it asked for may be stored
 */
export const formKeyFor = (sent: Fields = {}): string => validate(sent.formKey) ? sent.formKey : v4();

/**
 * The id of what a form makes: however often it is sent, it makes the same once. Another content is another thing, for
 * whoever went back to the page and wrote something else.
 *
 * @returns undefined for a form that did not say which it is
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
  /** Of the answer that says so, such as `Retry-After`; a redirect has none of them. */
  headers?: Record<string, string>;
  /** The fields that are to blame, where some are. */
  issues?: Issue[];
}

/**
 * Validates a form's fields and does what they ask for. What goes wrong by the caller's doing, or may go right in a
 * moment, is given back, so that the page can show it beside what was typed; what goes wrong by ours is thrown.
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
