import { Fragment } from "react";
import { clientEvents, serverEvents, socketCodes } from "../../../server/contract/chat/event_texts.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { developerTexts as words } from "../../../server/contract/site/texts.ts";
import { type ApiDescription, describeApi, type DescribedCall, type JsonSchema } from "../../../server/http/openapi.ts";
import { router } from "../../../server/http/router.ts";
import { operations } from "../../api/mod.ts";
import type { Config } from "../../../server/settings/settings.ts";
import { page } from "../../layout/page.tsx";

export const developers = router();

developers.get(sitePaths.developers, async (c) => {
  const { config } = c.var.deps;
  const description = await describeApi(operations, c.var.deps);
  const calls = callsOf(description);
  const nouns = [...[...new Set(calls.map(({ noun }) => noun))].sort(), words.events];
  const current = nouns.find((noun) => noun === c.req.query("of")) ?? nouns[0];
  const shown = calls.filter(({ noun }) => noun === current);
  const shapes = [...namesIn(shown, description.components.schemas)].sort();
  return await page(c, {
    title: words.title,
    description: words.description,
    width: "wide",
    styles: ["developers-page"],
    body: (
      <div className="developers">
        <header className="stack">
          <h1>{words.title}</h1>
          <p>{description.info.description}</p>
          <pre>{breakable(exampleOf(config))}</pre>
          <p>
            <a href={`${config.apiBase}/openapi.json`}>{words.wholeDescription}</a>
          </p>
        </header>
        <nav className="developers-nouns" aria-label={words.nouns}>
          {nouns.map((noun) => (
            <a key={noun} href={sitePaths.developersOf(noun)} aria-current={noun === current ? "page" : undefined}>
              {titleOf(noun)}
            </a>
          ))}
        </nav>
        {current === words.events ? <Events /> : (
          <>
            <section aria-labelledby="calls">
              <h2 id="calls">{titleOf(current)}</h2>
              {shown.map((call) => (
                <CallDetails key={`${call.method} ${call.path}`} call={call} base={config.apiBase} />
              ))}
            </section>
            <section aria-labelledby="shapes">
              <h2 id="shapes">{words.shapes}</h2>
              {shapes.map((name) => (
                <details key={name} id={name} className="developers-call fold">
                  <summary>
                    <code>{name}</code>
                  </summary>
                  <pre>{shapeText(description.components.schemas[name])}</pre>
                </details>
              ))}
            </section>
          </>
        )}
      </div>
    ),
  });
});

/** Their names and the codes: what they carry has the shapes of the calls. */
const Events = () => (
  <section className="developers-events" aria-labelledby="events">
    <h2 id="events">{titleOf(words.events)}</h2>
    <Named title={words.fromServer} names={serverEvents} />
    <Named title={words.fromClient} names={clientEvents} />
    <Named title={words.codes} names={socketCodes} />
  </section>
);

const Named = ({ title, names }: { title: string; names: Record<string, string> }) => (
  <>
    <h3>{title}</h3>
    <dl className="developers-names">
      {Object.entries(names).map(([name, text]) => (
        <Fragment key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{withCode(text)}</dd>
        </Fragment>
      ))}
    </dl>
  </>
);

const withCode = (text: string) => text.split("`").map((part, n) => n % 2 ? <code key={n}>{part}</code> : part);

const titleOf = (noun: string): string =>
  noun === "openapi" ? "OpenAPI" : noun[0].toUpperCase() + noun.slice(1).replaceAll("-", " ");

const exampleOf = ({ publicUrl, apiBase }: Config): string =>
  `curl ${publicUrl}${apiBase}/auth/login \\
  --json '{"email": "you@example.org", "password": "…"}'
curl ${publicUrl}${apiBase}/groups \\
  -H "Authorization: Bearer $TOKEN"`;

interface Call {
  method: string;
  path: string;
  noun: string;
  operation: DescribedCall;
}

const callsOf = ({ paths }: ApiDescription): Call[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => (
      { method: method.toUpperCase(), path, noun: operation.tags[0], operation }
    ))
  );

type Parameter = NonNullable<DescribedCall["parameters"]>[number];

const queryText = ({ name, required, schema }: Parameter): string =>
  `${name}${required ? "" : "?"}: ${shapeText(schema)}`;

function CallDetails({ call: { method, path, operation }, base }: { call: Call; base: string }) {
  const { summary, security, parameters = [], requestBody, responses } = operation;
  const queries = parameters.filter((parameter) => parameter.in === "query");
  return (
    <details className="developers-call fold">
      <summary>
        <code className="developers-method">{method}</code>
        <span>
          <code>{breakable(base + path)}</code>
          <span className="developers-does">{summary}</span>
        </span>
      </summary>
      <p className="muted">{security.length > 0 ? words.needsSession : words.open}</p>
      {queries.length > 0 && (
        <>
          <h3>{words.query}</h3>
          <pre>{queries.map(queryText).join("\n")}</pre>
        </>
      )}
      {Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => (
        <Body key={type} title={words.body} type={type} shape={shapeText(schema)} />
      ))}
      {Object.entries(responses).filter(([status]) => Number(status) < 400).map(([status, { content = {} }]) =>
        Object.entries(content).map(([type, { schema }]) => (
          <Body key={status} title={`${words.answer} ${status}`} type={type} shape={schema && shapeText(schema)} />
        ))
      )}
      <h3>{words.failures}</h3>
      <pre>{failuresText(responses)}</pre>
    </details>
  );
}

/** Before a slash, and nowhere else while there is room. */
const breakable = (path: string) =>
  path.split(/(?=\/)/).map((part, n) => <Fragment key={n}>{n > 0 && <wbr />}{part}</Fragment>);

/** A status a line, with its codes. */
const failuresText = (responses: DescribedCall["responses"]): string =>
  Object.entries(responses).filter(([status]) => Number(status) >= 400)
    .map(([status, { description }]) => `${status} ${description}`).join("\n");

const Body = ({ title, type, shape }: { title: string; type: string; shape?: string }) => (
  <>
    <h3>{type === "application/json" ? title : `${title}, ${type}`}</h3>
    {shape && <pre>{shape}</pre>}
  </>
);

/** A JSON schema as people write shapes down: `{ id: string, image: string | null }`; named ones by their name. */
function shapeText(schema: JsonSchema, indent = ""): string {
  const { $ref, anyOf, allOf, type, properties, items, prefixItems } = schema as Known;
  if ($ref) return nameOf($ref);
  const many = anyOf ?? allOf;
  if (many) return [...new Set(many.map((one) => shapeText(one, indent)))].join(anyOf ? " | " : " & ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return (schema.enum as unknown[]).map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(type)) return type.map((one) => shapeText({ ...schema, type: one }, indent)).join(" | ");
  if (prefixItems) return `[${prefixItems.map((one) => shapeText(one, indent)).join(", ")}]`;
  if (type === "array") return `${inParentheses(shapeText(items ?? {}, indent))}[]`;
  if (type === "object" && properties) return objectText(schema, indent);
  return `${type ?? "any"}${limits(schema)}`;
}

interface Known {
  $ref?: string;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
}

const nameOf = (ref: string): string => ref.split("/").at(-1)!;

function objectText(schema: JsonSchema, indent: string): string {
  const deeper = `${indent}  `;
  const required = (schema.required ?? []) as string[];
  const lines = Object.entries(schema.properties as Record<string, JsonSchema>).map(([name, value]) => {
    const note = value.description ? `  // ${value.description}` : "";
    return `${deeper}${name}${required.includes(name) ? "" : "?"}: ${shapeText(value, deeper)}${note}`;
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}

const inParentheses = (text: string) => text.includes(" | ") ? `(${text})` : text;

function limits({ minLength, maxLength, minimum, maximum, format }: JsonSchema): string {
  const isOurs = (value: unknown) => typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  const range = [minLength ?? minimum, maxLength ?? maximum].map((end) => isOurs(end) ? String(end) : "");
  const parts = [format, range.some(Boolean) ? range.join("–") : undefined].filter((one) => one !== undefined);
  return parts.length > 0 ? ` (${parts.join(", ")})` : "";
}

function namesIn(value: unknown, schemas: Record<string, JsonSchema>, found = new Set<string>()): Set<string> {
  if (typeof value !== "object" || value === null) return found;
  for (const [key, inner] of Object.entries(value)) {
    if (key !== "$ref" || typeof inner !== "string") namesIn(inner, schemas, found);
    else if (!found.has(nameOf(inner))) {
      found.add(nameOf(inner));
      namesIn(schemas[nameOf(inner)], schemas, found);
    }
  }
  return found;
}
