import { zValidator } from "@hono/zod-validator";
import { createMiddleware } from "hono/factory";
import type { z } from "zod";
import { issueText } from "../contract/site/fields.ts";
import { transportServerTexts } from "../contract/site/texts.ts";
import { AppError, Invalid } from "../errors.ts";
import { readBody } from "./body.ts";
import type { Ctx, Env } from "./router.ts";
import { takesUpload } from "../operation.ts";

export const json = <T extends z.ZodType>(schema: T) => {
  const validate = zValidator("json", schema, undefined, parsing);
  const readAndValidate: typeof validate = async (c, next) => {
    await readBody(c as Ctx);
    return await validate(c, next);
  };
  return readAndValidate;
};

export const query = <T extends z.ZodType>(schema: T) =>
  zValidator("query", schema, undefined, {
    validationFunction: (schema, input) => parsing.validationFunction(schema, firstOfEach(input)),
  });

const parsing = {
  validationFunction: (schema: z.ZodType, input: unknown) => ({ success: true as const, data: parse(schema, input) }),
};

const firstOfEach = (query: Record<string, string | string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat()[0]]));

export const jsonOnly = createMiddleware<Env>(async (c, next) => {
  const hasBody = c.req.header("transfer-encoding") !== undefined || Number(c.req.header("content-length") ?? 0) > 0;
  const takesFiles = takesUpload(c.var.operation);
  if (hasBody && !takesFiles && !/^application\/([\w.-]+\+)?json\b/i.test(c.req.header("content-type") ?? "")) {
    throw new AppError(415, "not_json", transportServerTexts.notJson);
  }
  await next();
});

/** @throws Invalid with the fields that break the schema */
export function parse<T extends z.ZodType>(schema: T, input: unknown): z.infer<T> {
  const result = schema.safeParse(input, { error: issueText });
  if (result.success) return result.data;
  throw new Invalid(result.error.issues.map(({ path, message }) => ({ path: path.join("."), message })));
}
