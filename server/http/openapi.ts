import { z } from "zod";
import { giveWay } from "../../db/engine/timing.ts";
import { sessionCookieOf } from "../auth/sessions.ts";
import { Failure } from "../contract/site/shapes.ts";
import { developerTexts } from "../contract/site/texts.ts";
import type { Deps } from "../deps.ts";
import { type Access, answerSchema, callOf, isForGuests, type Operation, takesUpload } from "../operation.ts";

export interface DescribedCall {
  operationId: string;
  summary: string;
  /** To whom the call is open. */
  description: string;
  tags: [string];
  security: unknown[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: JsonSchema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: JsonSchema }> }>;
}

export interface JsonSchema {
  $ref?: string;
  [key: string]: unknown;
}

export interface ApiDescription {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DescribedCall>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, unknown> };
}

type Operations = Record<string, Operation>;

/** Per process: it is made once, and the same for everybody. */
const made = new WeakMap<Operations, Promise<ApiDescription>>();

export function describeApi(operations: Operations, { config }: Pick<Deps, "config">): Promise<ApiDescription> {
  const description = made.get(operations) ?? describe(operations);
  made.set(operations, description);
  return description.then((described) => ({
    ...described,
    info: { ...described.info, title: config.site.name },
    servers: [{ url: config.apiBase }],
    components: {
      ...described.components,
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        cookie: { type: "apiKey", in: "cookie", name: sessionCookieOf(config) },
      },
    },
  }));
}

/** The version of the contract: keys are only added to it. */
const version = "1.0.0";

async function describe(operations: Operations): Promise<ApiDescription> {
  const paths: ApiDescription["paths"] = {};
  const schemas: Record<string, JsonSchema> = {};
  for (const [name, operation] of Object.entries(operations)) {
    await giveWay();
    const [method, path] = callOf(operation);
    const written = path.replaceAll(/:(\w+)/g, "{$1}");
    (paths[written] ??= {})[method.toLowerCase()] = describeCall(name, operation, schemas);
  }
  named(asJsonSchema(Failure, "output"), schemas);
  const tags = new Set(Object.values(paths).flatMap((calls) => Object.values(calls).map(({ tags: [tag] }) => tag)));
  return {
    openapi: "3.1.0",
    info: { title: "", version, description: developerTexts.about },
    servers: [],
    tags: [...tags].sort().map((name) => ({ name, description: `Everything below \`/${name}\`.` })),
    paths,
    components: { schemas, securitySchemes: {} },
  };
}

function describeCall(name: string, operation: Operation, schemas: Record<string, JsonSchema>): DescribedCall {
  const { summary, access, takes, type, status = 200 } = operation;
  const [method, path] = callOf(operation);
  const shape = (schema: z.ZodType, io: "input" | "output") => named(asJsonSchema(schema, io), schemas);
  const taken = takes && shape(takes, "input");
  const parameters = [...inPath(path), ...method === "GET" && taken ? inQuery(taken) : []];
  const json = method !== "GET" && taken ? { "application/json": { schema: taken } } : undefined;
  const content = takesUpload(operation) && !json ? fileForm : json;
  const answered = answerSchema(operation);
  return {
    operationId: name,
    summary,
    description: whoMay[access],
    tags: [path.split("/")[1].replace(/\..*/, "")],
    security: access === "anyone" ? [] : [{ bearer: [] }, { cookie: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: true, content } }),
    responses: {
      [status]: {
        description: successes[status],
        ...(status < 300 && {
          content: answered ? { "application/json": { schema: shape(answered, "output") } } : { [type!]: {} },
        }),
      },
      ...failures(operation),
    },
  };
}

const whoMay: Record<Access, string> = {
  anyone: "For everybody, with a session or without.",
  signedIn: "For people who are logged in.",
  member: "For members of the group; to others it is not there.",
  organizer: "For organizers of the group and its creator.",
  creator: "For the creator of the group.",
  author: "For the member who made it, and those whom the summary names.",
  owner: "For the person whom it belongs to; to others it is not there.",
  operator: "For operators; to others it is not there.",
};

const successes = { 200: "Done", 201: "Created", 202: "Accepted", 302: "Found", 303: "See other" };

const fileForm = {
  "multipart/form-data": {
    schema: { type: "object", properties: { file: { type: "string", format: "binary" } }, required: ["file"] },
  },
};

const inPath = (path: string) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: "path", required: true, schema: { type: "string" } }));

const inQuery = ({ properties = {}, required = [] }: JsonSchema) =>
  Object.entries(properties as Record<string, JsonSchema>).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: (required as string[]).includes(name),
    ...(description !== undefined && { description: description as string }),
    schema,
  }));

/** The codes that a call may fail with, by status: its own, and those of what every call like it passes. */
export function failuresOf(
  { access, takes, params, fails = {}, call, guests }: Operation,
): Record<string, string[]> {
  const changes = !call.startsWith("GET ");
  const all: Record<number, string[]>[] = [
    fails,
    { 429: ["too_many_requests"], 500: ["server_error"], 503: ["unavailable"] },
    takes && !takesAnything(takes) || params ? { 400: ["invalid_input"] } : {},
    changes
      ? { 400: ["malformed"], 403: ["foreign_origin"], 408: ["timeout"], 413: ["too_large"], 415: ["not_json"] }
      : {},
    access === "operator" ? { 403: ["two_step_needed"], 404: ["not_found"] } : {},
    access !== "anyone" && access !== "operator" ? { 401: ["unauthorized"], 409: ["other_viewer"] } : {},
    isForGuests({ access, guests }) || access === "operator" ? {} : { 403: ["guests_only_demo"] },
  ];
  const byStatus = Map.groupBy(all.flatMap((some) => Object.entries(some)), ([status]) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, entries]) => [status, [...new Set(entries.flatMap(([, codes]) => codes))]]),
  );
}

/** Whether each of its fields has something to fall back to. */
const takesAnything = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodObject && Object.values(schema.shape).every((field) => field instanceof z.ZodCatch);

function failures(operation: Operation): DescribedCall["responses"] {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } };
  return Object.fromEntries(
    Object.entries(failuresOf(operation)).map((
      [status, codes],
    ) => [status, { description: codes.join(", "), content }]),
  );
}

/** Keys may be added to answers: nobody is to rely on there being no others. */
function asJsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ jsonSchema }) {
      delete jsonSchema.additionalProperties;
      // Of a pair `maxItems` says it too, and linters know of no `false` here.
      if (jsonSchema.items === false) jsonSchema.items = {};
      // What JSON cannot say, such as a file, comes by forms alone.
      if (jsonSchema.anyOf) jsonSchema.anyOf = jsonSchema.anyOf.filter((one) => Object.keys(one).length > 0);
    },
  });
  return json;
}

function named({ $defs, ...schema }: JsonSchema, schemas: Record<string, JsonSchema>): JsonSchema {
  const refer = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));
  for (const [name, one] of Object.entries($defs ?? {})) schemas[name] = refer(one);
  return refer(schema);
}
