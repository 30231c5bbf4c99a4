import type { ContentfulStatusCode } from "hono/utils/http-status";
import { v4, v5, validate } from "uuid";
import type { z } from "zod";
import type { Issue } from "../contract/site/shapes.ts";
import { asAppError } from "../errors.ts";
import { malformedForm, readBody } from "./body.ts";
import { setFlash } from "./cookies.ts";
import { logFailure } from "./request_log.ts";
import type { Ctx, Env } from "./router.ts";
import { parse } from "./validate.ts";

export type Fields = Record<string, string>;

export async function readForm<E extends Env>(c: Ctx<E>): Promise<Fields> {
  await readBody(c);
  const body = await c.req.parseBody().catch(() => {
    throw malformedForm();
  });
  const text = Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(text.map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]));
}

/** Without script nothing else stops a second press. A form that failed keeps its id: it may have been stored. */
export const formKeyFor = (sent: Fields = {}): string => validate(sent.formKey) ? sent.formKey : v4();

// However often a form is sent, what it asks for is made once. Other content gives another id: one can go back to the
// page and write something else.
export const idempotencyKey = ({ formKey }: Fields, content: string): string | undefined =>
  validate(formKey) ? v5(content, formKey) : undefined;

type Outcome<T> = { ok: true; value: T } | Refusal;

export interface Refusal {
  ok: false;
  status: ContentfulStatusCode;
  code: string;
  message: string;
  headers?: Record<string, string>;
  issues?: Issue[];
}

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

export const formFailure = ({ message, issues }: Refusal) => ({ text: message, issues });

export function flashAndRedirect<E extends Env>(
  c: Ctx<E>,
  outcome: Outcome<unknown>,
  { success, to }: { success: string; to: string },
): Response {
  if (outcome.ok) setFlash(c, "success", success);
  else setFlash(c, "error", outcome.message);
  return c.redirect(to, 303);
}
