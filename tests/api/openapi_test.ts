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
