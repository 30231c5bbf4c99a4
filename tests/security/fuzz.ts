import assert from "node:assert/strict";
import fc from "fast-check";
import * as account from "../../server/contract/account/shapes.ts";
import * as books from "../../server/contract/books/shapes.ts";
import * as chat from "../../server/contract/chat/shapes.ts";
import * as groups from "../../server/contract/groups/shapes.ts";
import * as notes from "../../server/contract/notes/shapes.ts";
import * as notices from "../../server/contract/notices/shapes.ts";
import * as reading from "../../server/contract/reading/input_shapes.ts";
import * as people from "../../server/contract/people/shapes.ts";
import { createClient } from "@libsql/client";
import { z } from "zod";
import { dress, filled, type Names, openScene, sessionFor } from "./scene.ts";
import type { Asked } from "./asked.ts";
import type { TestApp } from "../support/app.ts";
import { assertDescribed } from "../support/described.ts";
import { cookieOf, uncompressed } from "../support/requests.ts";
import { assertDiscreet, bent, bounded, repeated, text, value } from "./hostile.ts";

/** Every key that any input has. */
export const keys = [
  ...new Set(
    [account, books, chat, groups, notes, notices, people, reading].flatMap(Object.values)
      .flatMap(keysOf),
  ),
  "next",
  "tab",
  "add",
  "create",
  "delete",
  "remove",
  "edit",
  "book",
  "page",
  "view",
  "preview",
  "resend",
  "sent",
];

function keysOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe) return [...keysOf(schema.in), ...keysOf(schema.out)];
  return schema instanceof z.ZodUnion ? schema.options.flatMap(keysOf) : [];
}

/**
 * Sends a request to every route `runs` times with something wrong in it: none may fail on our side, or reveal
 * anything.
 */
export async function fuzz(all: Asked[], runs: number): Promise<void> {
  const { app, picture } = await openScene();
  await using _app = app;
  const ofEachRoute = [...Map.groupBy(all, ({ route }) => route).values()].map(([first]) => first);
  for (const asked of ofEachRoute) {
    const names = { ...await dress(app), picture, style: app.deps.assets.styles.main.href };
    const token = (await sessionFor(app, "Ada"))!;
    const ask = (request: Bent) => assertWithstands(app, { asked, token, ...request });
    await fc.assert(fc.asyncProperty(bentRequest(asked, names), ask), bounded(runs));
    for (const request of repetitive(asked, names)) await ask(request);
  }
  assert.deepEqual(app.log.filter((line) => /"level":(50|60)/.test(line)), []);
  await assertSound(app);
  assert.deepEqual(Object.keys(Object.prototype), []);
}

/** Asked over a connection of its own: the text search remembers on older ones what others have changed meanwhile. */
async function assertSound({ deps: { config } }: TestApp): Promise<void> {
  const client = createClient({ url: config.databaseUrl });
  assert.equal((await client.execute("PRAGMA integrity_check")).rows[0][0], "ok");
  assert.deepEqual((await client.execute("PRAGMA foreign_key_check")).rows, []);
  client.close();
}

interface Bent {
  path: string;
  body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** A valid request, with very many short lines in each of its texts. */
function* repetitive({ path, json, form }: Asked, names: Names): Generator<Bent> {
  const valid: Record<string, unknown> = JSON.parse(filled(JSON.stringify(json ?? form ?? {}), names));
  for (const [field, value] of Object.entries(valid)) {
    if (typeof value !== "string") continue;
    for (const lines of repeated) {
      const fields = { ...valid, [field]: lines };
      yield { path: filled(path, names), body: json ? asJson(fields) : asForm(fields) };
    }
  }
}

/** One with something wrong in its path, its query or its body. */
function bentRequest({ route, path, json, form }: Asked, names: Names): fc.Arbitrary<Bent> {
  const parts = fc.array(fc.option(text), { minLength: 4, maxLength: 4 });
  const query = fc.array(fc.tuple(fc.constantFrom(...keys), text), { maxLength: 3 });
  const paths = fc.tuple(parts, parts, query)
    .map(([parts, values, more]) => withQuery(bentPath(path, { route, names, parts }), values, more));
  return fc.record({ path: paths, body: bentBody({ json, form }, names) });
}

/** With other texts in place of the parameters, or of the last part where the route takes anything. */
function bentPath(path: string, { route, names, parts: [...parts] }: Bend): string {
  const [pathname, query] = filled(path, names).split("?");
  const pattern = route.split(" ")[1].split("/");
  const bent = pathname.split("/").map((part, n) =>
    /^[:*]/.test(pattern[n]) ? encodeURIComponent(parts.pop() ?? decodeURIComponent(part)) : part
  ).join("/");
  return query === undefined ? bent : `${bent}?${query}`;
}

interface Bend {
  route: string;
  names: Names;
  parts: (string | null)[];
}

/** With these values in the path's own query, where there is one, and more beside it. */
function withQuery(path: string, values: (string | null)[], more: [string, string][]): string {
  const [before, own = ""] = path.split("?");
  const bent = [...new URLSearchParams(own)].map(([name, value], n) => [name, values[n] ?? value]);
  const query = new URLSearchParams([...bent, ...more]);
  return query.size > 0 ? `${before}?${query}` : before;
}

function bentBody({ json, form }: Pick<Asked, "json" | "form">, names: Names): fc.Arbitrary<Bent["body"]> {
  const valid = JSON.parse(filled(JSON.stringify(json ?? form ?? {}), names));
  if (json) {
    const raw = fc.oneof(fc.uint8Array({ maxLength: 100 }).map((bytes) => new Uint8Array(bytes)), value.map(asJson));
    return fc.oneof({ weight: 9, arbitrary: bent(valid, keys, value).map(asJson) }, { weight: 1, arbitrary: raw });
  }
  if (!form) return fc.constant(undefined);
  return bent(valid, keys, text).map(asForm);
}

const asJson = (value: unknown) => JSON.stringify(value);
const asForm = (fields: Record<string, unknown>) => new URLSearchParams(fields as Record<string, string>).toString();

async function assertWithstands(app: TestApp, question: Bent & { asked: Asked; token: string }): Promise<void> {
  const { asked, token, path, body } = question;
  const type = asked.json ? "application/json" : "application/x-www-form-urlencoded";
  const [method] = asked.route.split(" ");
  const response = await fetch(app.url + path, {
    method,
    redirect: "manual",
    headers: {
      ...uncompressed,
      Origin: app.url,
      Cookie: cookieOf({ token }),
      ...body !== undefined && { "Content-Type": type },
    },
    body,
    signal: AbortSignal.timeout(90_000),
  });
  const { status } = response;
  const answer = await response.text();
  assert.ok(status < 500, `${asked.route} ${path}: ${status}`);
  assertDiscreet(answer, `${asked.route} ${path}`);
  const { pathname } = new URL(app.url + path);
  const isCall = pathname.startsWith("/api/") && response.headers.get("Content-Type")?.startsWith("application/json");
  if (isCall) assertDescribed(method, pathname.slice("/api".length), { status, body: JSON.parse(answer) });
  const location = response.headers.get("Location") ?? "/";
  assert.match(location, /^\/(?![/\\])/, `${asked.route} leads away`);
}
