/** The description of every call, made of the schemas that check what is sent and of those of the answers. */
import type { Hono } from "hono";
import { generateSpecs } from "hono-openapi";
import { z } from "zod";
import { sessionCookieOf } from "../../../server/auth/sessions.ts";
import type { Config } from "../../../server/settings/settings.ts";
import { Failure } from "../../../server/contract/site/answers_shared.ts";
import { developerTexts } from "../../../server/contract/site/texts.ts";
import { asJsonSchema, described } from "../../../server/http/describe.ts";
import type { Env } from "../../../server/http/router.ts";

/** A call of the description, as the pages about it need it. */
export interface Operation {
  summary: string;
  tags: [string];
  security?: unknown[];
  parameters?: { name: string; in: string; required?: boolean; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: JsonSchema }> }>;
}

/** As much of JSON Schema as is looked at. */
export interface JsonSchema {
  $ref?: string;
  [key: string]: unknown;
}

export interface ApiDescription {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, unknown> };
}

/** Adds the call that describes an API to it. */
export const describing = (api: Hono<Env>) =>
  api.get("/openapi.json", described("This description", z.looseObject({ openapi: z.string() })), async (c) => {
    return c.json(await describeApi(api, c.var.deps.config), 200, { "Cache-Control": "public, max-age=3600" });
  });

/** Each process makes its own, once: it is the same for everybody. */
const made = new WeakMap<Config, Promise<ApiDescription>>();

/** The description of an API. The first takes some 100 ms, in which others get their turns. */
export function describeApi(api: Hono<Env>, config: Config): Promise<ApiDescription> {
  const description = made.get(config) ?? make(api, config);
  made.set(config, description);
  return description;
}

/** The version of the contract: keys are only added to it. */
const version = "1.0.0";

async function make(api: Hono<Env>, config: Config): Promise<ApiDescription> {
  const spec = JSON.parse(
    JSON.stringify(await generateSpecs(api, { defaultValidationErrorResponse: false, excludeStaticFile: false }))
      .replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as ApiDescription;
  for (const [path, operations] of Object.entries(spec.paths)) {
    const [, noun] = path.split("/");
    for (const operation of Object.values(operations)) {
      operation.tags = [noun.replace(".json", "")];
      operation.responses.default = failure;
    }
  }
  return {
    ...spec,
    info: { title: config.site.name, version, description: developerTexts.about },
    servers: [{ url: config.apiBase }],
    components: {
      schemas: { ...spec.components.schemas, Failure: withoutDefs(asJsonSchema(Failure, "output")) },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        cookie: { type: "apiKey", in: "cookie", name: sessionCookieOf(config) },
      },
    },
  };
}

const failure = {
  description: "Failed",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
};

/** A named schema on its own is a reference to its only definition. */
const withoutDefs = ({ $defs }: JsonSchema): JsonSchema => Object.values($defs as Record<string, JsonSchema>)[0];
