import assert from "node:assert/strict";
import { Validator } from "@seriousme/openapi-schema-validator";
import { operations } from "../../routes/api/mod.ts";
import { type ApiDescription, describeApi } from "../../server/http/openapi.ts";
import type { Operation } from "../../server/operation.ts";
import { startApp } from "../support/app.ts";

Deno.test("The description of the API is valid OpenAPI, under any base path", async () => {
  await using app = await startApp({ env: { API_BASE_PATH: "/v1" } });
  const text = await (await fetch(`${app.url}/v1/openapi.json`)).text();
  const { valid, errors } = await new Validator().validate(JSON.parse(text));
  assert.ok(valid, JSON.stringify(errors));
  const { servers, components: { schemas } } = JSON.parse(text) as ApiDescription;
  assert.deepEqual(servers, [{ url: "/v1" }]);
  const named = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
  assert.deepEqual([...new Set(named)].filter((name) => !(name in schemas)), []);
});

Deno.test("The description says who may call, and what each parameter of a query is for", async () => {
  await using app = await startApp();
  const { paths } = await describeApi(operations, app.deps);
  const calls = Object.values(paths).flatMap((calls) => Object.values(calls));
  const open = calls.filter(({ security }) => security.length === 0).map(({ operationId }) => operationId);
  const forAnyone = Object.entries<Operation>(operations).filter(([, { access }]) => access === "anyone");
  assert.deepEqual(open.sort(), forAnyone.map(([name]) => name).sort());
  const silent = calls.flatMap(({ operationId, parameters = [] }) =>
    parameters.flatMap(({ in: place, name, description }) =>
      place === "query" && !description ? [operationId, name] : []
    )
  );
  assert.deepEqual(silent, []);
});

/** Of logging in by a provider, and of the pages of a copy and of a poll, which have no calls. */
const ofPagesAlone = [
  "access_denied",
  "email_not_verified",
  "has_chapters",
  "identity_not_found",
  "identity_taken",
  "invalid_answer",
  "link_first",
  "no_contents",
  "no_winner",
  "operator_address",
  "other_account",
  "provider_unavailable",
  "sign_in_expired",
  "too_many_identities",
];

const opening = /new (?:AppError|BadRequest|Unauthorized|Forbidden|NotFound|Conflict|Gone)\(/g;

/** Codes stand last among the arguments, as words in snake case. */
function codesIn(source: string): string[] {
  return [...source.matchAll(opening)].flatMap(({ index, 0: { length } }) => {
    const begin = index + length;
    let [end, depth] = [begin, 1];
    for (; depth > 0 && end < source.length; end++) depth += Number(source[end] === "(") - Number(source[end] === ")");
    return [...source.slice(begin, end).matchAll(/"([a-z]+(?:_[a-z]+)+)"/g)].map(([, code]) => code);
  });
}

Deno.test("The description names every code that is thrown anywhere", async () => {
  await using app = await startApp();
  const { paths } = await describeApi(operations, app.deps);
  const named = JSON.stringify(paths).match(/[a-z]+(_[a-z]+)+/g);
  const thrown = new Set<string>();
  for (const room of ["server", "routes"]) {
    for await (const file of sourcesIn(new URL(`../../${room}/`, import.meta.url))) {
      for (const code of codesIn(await Deno.readTextFile(file))) thrown.add(code);
    }
  }
  assert.ok(thrown.size > 100 && thrown.has("group_full"), `${thrown.size} codes`);
  assert.deepEqual([...thrown.difference(new Set(named))].sort(), ofPagesAlone);
});

async function* sourcesIn(folder: URL): AsyncGenerator<URL> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const url = new URL(isDirectory ? `${name}/` : name, folder);
    if (isDirectory) yield* sourcesIn(url);
    else if (/\.tsx?$/.test(name)) yield url;
  }
}
