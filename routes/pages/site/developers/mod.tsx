/** Every call of the API, for those who write programs for it: what `/openapi.json` has, for people. */
import { developerTexts as words } from "../../../../server/contract/site/texts.ts";
import { router } from "../../../../server/http/router.ts";
import { type ApiDescription, describeApi, type DescribedCall } from "../../../../server/http/openapi.ts";
import { operations } from "../../../api/mod.ts";
import { page } from "../../../layout/page.tsx";
import { namesIn, shapeText } from "./shape_text.ts";
import { sitePaths } from "../../../../server/contract/site/paths.ts";

export const developers = router();

developers.get(sitePaths.developers, async (c) => {
  const { config } = c.var.deps;
  const description = await describeApi(operations, c.var.deps);
  const calls = callsOf(description);
  const nouns = [...new Set(calls.map(({ noun }) => noun))].sort();
  const current = nouns.find((noun) => noun === c.req.query("of")) ?? nouns[0];
  const shown = calls.filter(({ noun }) => noun === current);
  const shapes = [...namesIn(shown, description.components.schemas)].sort();
  return await page(c, {
    title: words.title,
    description: words.description,
    styles: ["developers-page"],
    body: (
      <div className="stack">
        <h1>{words.title}</h1>
        <p>{description.info.description}</p>
        <p>
          <a href={`${config.apiBase}/openapi.json`}>{words.wholeDescription}</a>
        </p>
        <nav className="developers-nouns" aria-label={words.nouns}>
          {nouns.map((noun) => (
            <a key={noun} href={sitePaths.developersOf(noun)} aria-current={noun === current ? "page" : undefined}>
              {noun}
            </a>
          ))}
        </nav>
        <section className="stack" aria-labelledby="calls">
          <h2 id="calls">{current}</h2>
          {shown.map((call) => <CallDetails key={`${call.method} ${call.path}`} call={call} base={config.apiBase} />)}
        </section>
        <section className="stack" aria-labelledby="shapes">
          <h2 id="shapes">{words.shapes}</h2>
          {shapes.map((name) => (
            <details key={name} id={name} className="developers-call">
              <summary>
                <code>{name}</code>
              </summary>
              <pre>{shapeText(description.components.schemas[name])}</pre>
            </details>
          ))}
        </section>
      </div>
    ),
  });
});

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
    <details className="developers-call">
      <summary>
        <code>{`${method} ${base}${path}`}</code>
        <span>{summary}</span>
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
    </details>
  );
}

function Body({ title, type, shape }: { title: string; type: string; shape?: string }) {
  return (
    <>
      <h3>{type === "application/json" ? title : `${title}, ${type}`}</h3>
      {shape && <pre>{shape}</pre>}
    </>
  );
}
