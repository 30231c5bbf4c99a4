/** Forms of pages: the other door to what the API's calls do. */
import type { z } from "zod";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { texts } from "../contract/texts.ts";
import { asAppError, BadRequest } from "../errors.ts";
import { logFailure } from "./request_log.ts";
import type { Ctx, Env } from "./router.ts";
import { parse } from "./validate.ts";

/** What a form's fields said. Files and repeated fields are not text and are left out. */
export type Fields = Record<string, string>;

/**
 * The fields of the form that was sent.
 *
 * @throws BadRequest when the body is no form that can be read
 */
export async function readForm<E extends Env>(c: Ctx<E>): Promise<Fields> {
  const body = await c.req.parseBody().catch(() => {
    throw new BadRequest(texts.transport.malformedForm, "malformed");
  });
  const text = Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  // Text areas send CRLF for the line feeds that were typed.
  return Object.fromEntries(text.map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]));
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; status: ContentfulStatusCode; message: string };

/**
 * Validates a form's fields and does what they ask for. What goes wrong by the caller's doing, or may go right in a moment,
 * is given back, so that the page can show it beside what was typed; what goes wrong by ours is thrown.
 */
export async function attempt<T, S extends z.ZodType, E extends Env>(
  c: Ctx<E>,
  { schema, fields }: { schema: S; fields: unknown },
  action: (input: z.infer<S>) => Promise<T>,
): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await action(parse(schema, fields)) };
  } catch (error) {
    const { status, message } = asAppError(error);
    if (status === 500) throw error;
    logFailure(c, error);
    return { ok: false, status, message };
  }
}
