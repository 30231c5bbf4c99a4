import assert from "node:assert/strict";
import { Validator } from "@seriousme/openapi-schema-validator";
import { api, operations } from "../../routes/api/mod.ts";
import { answerSchema, type Operation } from "../../server/operation.ts";
import { startApp } from "../support/app.ts";
import { startDemo } from "../support/demo.ts";
import { bodyOf, type Visit, walk } from "../support/walk.ts";

Deno.test("The description of the API is valid OpenAPI, under any base path, and has every mounted call", async () => {
  await using app = await startApp({ env: { API_BASE_PATH: "/v1" } });
  const response = await fetch(`${app.url}/v1/openapi.json`);
  assert.equal(response.status, 200);
  const description = await response.json();
  const { valid, errors } = await new Validator().validate(structuredClone(description));
  assert.ok(valid, JSON.stringify(errors));
  assert.deepEqual(description.servers, [{ url: "/v1" }]);
  const described = Object.entries<object>(description.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`)
  );
  const mounted = api.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) =>
    `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`
  );
  assert.deepEqual(described.sort(), [...new Set(mounted)].sort());
  const undescribed = Object.values<Record<string, { summary?: string }>>(description.paths)
    .flatMap((operations) => Object.values(operations)).filter(({ summary }) => !summary);
  assert.deepEqual(undescribed, []);
});

Deno.test("Every reference of the description leads to a shape of it", async () => {
  await using app = await startApp();
  const text = await (await fetch(`${app.url}/api/openapi.json`)).text();
  const { components: { schemas } } = JSON.parse(text);
  const names = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref.replace("#/components/schemas/", ""));
  assert.ok(names.length > 50);
  assert.deepEqual(names.filter((name) => !(name in schemas)), []);
});

Deno.test("What calls answer has the shape that their description says, without a key more or less", async () => {
  await using app = await startDemo();
  const shapes = new Map(
    Object.values<Operation>(operations).map((operation) => [operation.call, answerSchema(operation)]),
  );
  const checked = new Set<string>();
  const wrong: string[] = [];
  const visit: Visit = async (what, path, wish = {}) => {
    const [method, pattern] = what.split(" ");
    const response = await fetch(app.url + path, {
      method,
      redirect: "manual",
      headers: {
        Origin: app.url,
        ...(wish.json !== undefined && { "Content-Type": "application/json" }),
        ...(wish.as && { Authorization: `Bearer ${wish.as.token}`, Cookie: `chapterhouse_session=${wish.as.token}` }),
      },
      body: bodyOf(wish),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    const body = isJson ? JSON.parse(text) : text;
    const shape = pattern.startsWith("/api/") ? shapes.get(`${method} ${pattern.slice("/api".length)}`) : undefined;
    if (shape && response.ok) {
      checked.add(`${method} ${pattern}`);
      const { error } = shape.safeParse(body);
      if (error) wrong.push(`${what}: ${error.message}`);
    }
    return body;
  };
  for (const round of [1, 2]) await walk(visit, round);
  assert.deepEqual(wrong, []);
  assert.ok(checked.size > 60, `${checked.size} calls`);
});
