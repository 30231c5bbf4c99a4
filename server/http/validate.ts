import { zValidator } from "@hono/zod-validator";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import type { Issue } from "../contract/site/failure.ts";
import { issueText } from "../contract/site/issue_texts.ts";
import { AppError, Invalid } from "../errors.ts";
import { readBody } from "./body.ts";
import type { Ctx, Env } from "./router.ts";
import { transportServerTexts } from "../contract/site/texts.ts";

/** The fields of a validation failure, in the contract's shape. */
const issuesOf = (error: z.core.$ZodError): Issue[] =>
  error.issues.map(({ path, message }) => ({ path: path.join("."), message }));

/** Reads and validates a JSON body; the handler reads it as `c.req.valid("json")`. */
export const json = <T extends z.ZodType>(schema: T) => {
  const validate = zValidator("json", schema, undefined, parsing);
  const readAndValidate: typeof validate = async (c, next) => {
    await readBody(c as Ctx);
    return await validate(c, next);
  };
  return readAndValidate;
};

/** Validates the query; the handler reads it as `c.req.valid("query")`. */
export const query = <T extends z.ZodType>(schema: T) => zValidator("query", schema, undefined, parsing);

const parsing = {
  validationFunction: (schema: z.ZodType, input: unknown) => ({ success: true as const, data: parse(schema, input) }),
};

/** Refuses a body that is neither JSON nor files where these are taken; a call without a body needs no content type. */
export const jsonOnly = createMiddleware<Env>(async (c, next) => {
  const hasBody = c.req.header("transfer-encoding") !== undefined || Number(c.req.header("content-length") ?? 0) > 0;
  const takesFiles = c.var.operation?.body === "files";
  if (hasBody && !takesFiles && !/^application\/([\w.-]+\+)?json\b/i.test(c.req.header("content-type") ?? "")) {
    throw new AppError(415, "not_json", transportServerTexts.notJson);
  }
  await next();
});

/**
 * Parses any input.
 *
 * @throws Invalid with the fields that break the schema
 */
export function parse<T extends z.ZodType>(schema: T, input: unknown): z.infer<T> {
  const result = schema.safeParse(input, { error: issueText });
  if (!result.success) throw new Invalid(issuesOf(result.error));
  return result.data;
}
