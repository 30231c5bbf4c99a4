/** What each call of the API says of itself, from which `/openapi.json` is made. */
import { describeRoute, type resolver, uniqueSymbol } from "hono-openapi";
import { z } from "zod";
import { giveWay } from "../../db/engine/give_way.ts";
import { Done } from "../contract/site/answers_shared.ts";

/** The shape of an answer: a schema, or the keys of an object. */
type Shape = z.ZodType | z.ZodRawShape;

interface Details {
  status?: 200 | 201 | 202 | 302 | 303;
  /** The media type of an answer that is not JSON. */
  type?: string;
  /** The names of what the address takes in its query, where no schema checks it. */
  query?: string[];
  /** The name of the file that is sent as a form, in place of JSON. */
  file?: string;
}

/** What a description keeps of its answer. */
export interface DescribedAnswer {
  schema?: z.ZodType;
}

const successes = { 200: "Done", 201: "Created", 202: "Accepted", 302: "Found", 303: "See other" };

/**
 * Describes a call.
 *
 * @param summary what it does, in a line
 * @param shape of its answer; without one that is a sentence for people
 */
export function described(summary: string, shape: Shape = Done, details: Details = {}) {
  const { status = 200, type, query = [], file } = details;
  const schema = shape instanceof z.ZodType ? shape : z.strictObject(shape);
  const content = type ? { [type]: {} } : { "application/json": { schema: asOpenApi(schema, "output") } };
  const describing = describeRoute({
    summary,
    responses: { [status]: { description: successes[status], ...(status < 300 && { content }) } },
    ...(query.length > 0 && { parameters: query.map((name) => ({ in: "query", name, schema: { type: "string" } })) }),
    ...(file && { requestBody: upload(file) }),
  });
  return Object.assign(describing, { schema: type ? undefined : schema } satisfies DescribedAnswer);
}

const upload = (name: string) => ({
  required: true,
  content: {
    "multipart/form-data": {
      schema: {
        type: "object" as const,
        properties: { [name]: { type: "string" as const, format: "binary" } },
        required: [name],
      },
    },
  },
});

/** Marks a validator with the part of the request that it reads, for the description. */
export const reads = <T extends object>(validator: T, target: "json" | "query", schema: z.ZodType): T =>
  Object.assign(validator, { [uniqueSymbol]: { target, ...asOpenApi(schema, "input") } });

/** Marks a guard: the calls behind it need a session. */
export const needsSession = <T extends object>(guard: T): T =>
  Object.assign(guard, { [uniqueSymbol]: { spec: { security: [{ bearer: [] }, { cookie: [] }] } } });

/** A schema as hono-openapi asks for it. Zod itself turns it into JSON Schema, which OpenAPI 3.1 takes as it is. */
function asOpenApi(schema: z.ZodType, io: "input" | "output") {
  const toOpenAPISchema = async () => {
    // There are some two hundred: others get their turn between them.
    await giveWay();
    return { schema: asJsonSchema(schema, io), components: {} };
  };
  return { vendor: "zod", toOpenAPISchema } as unknown as ReturnType<typeof resolver>;
}

/** Keys may be added to answers: nobody is to rely on there being no others. */
export function asJsonSchema(schema: z.ZodType, io: "input" | "output") {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => void delete jsonSchema.additionalProperties,
  });
  return json;
}
