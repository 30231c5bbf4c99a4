import assert from "node:assert/strict";
import { insertMessage } from "../../db/chat/new_messages.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { visit } from "../support/requests.ts";

/** A page without what is new in each. */
const withoutKey = (html: string) => html.replace(/"formKey":"[^"]*"/, "");

Deno.test("texts are compressed as the caller accepts, by Brotli where there is a choice", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  for (let i = 0; i < 5; i++) await app.group(ada);
  const [page, call] = ["/dashboard", "/api/groups"];
  const accepted: [string, string | null][] = [
    ["gzip, deflate, br, zstd", "br"],
    ["br;q=0, gzip;q=0.5", "gzip"],
    ["gzip", "gzip"],
    ["identity", null],
    ["zstd, gzip;q=0", null],
    [",;q=,=;br;;", null],
  ];
  for (const path of [page, call]) {
    const plain = await visit(app, path, ada, { headers: { "Accept-Encoding": "identity" } });
    const text = withoutKey(await plain.text());
    for (const [header, encoding] of accepted) {
      const response = await visit(app, path, ada, { headers: { "Accept-Encoding": header } });
      assert.equal(response.headers.get("Content-Encoding"), encoding, header);
      assert.match(response.headers.get("Vary")!, /Accept-Encoding/);
      assert.equal(withoutKey(await response.text()), text, header);
    }
  }
});

const encodings = ["br", "gzip"];

Deno.test("a short text is not compressed", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  for (const encoding of encodings) {
    const response = await readAs(app, ada, { path: "/api/auth/me", encoding });
    assert.ok(response.text.length < 1024, response.text);
    assert.equal(response.encoding, null, encoding);
    assert.equal(JSON.parse(response.text).id, ada.id);
  }
});

Deno.test("long texts, of several bytes a character too, come back whole, as does a short one right after", async () => {
  await using app = await startApp();
  const ada = await app.person("Ada");
  const { id } = await app.group(ada);
  const { id: small } = await app.group(ada);
  for (let n = 0; n < 40; n++) await write(app, ada, { groupId: id, content: `${n} `.padEnd(10_000, "語éم🦉a ") });
  for (let n = 0; n < 10; n++) await write(app, ada, { groupId: small, content: `short ${n} – 語` });
  const [long, short] = [id, small].map((group) => `/api/groups/${group}/messages?limit=50`);
  // Longer than the first buffer is, and not as long as what has a buffer of its own.
  const medium = `/api/groups/${id}/messages?limit=20`;
  const expected = new Map<string, string>();
  for (const path of [long, medium, short]) {
    expected.set(path, (await readAs(app, ada, { path, encoding: "identity" })).text);
  }
  assert.ok(expected.get(long)!.length > 350_000);
  assert.ok(expected.get(short)!.length > 1024);
  for (const encoding of encodings) {
    for (const path of [short, medium, short, long, short]) {
      const response = await readAs(app, ada, { path, encoding });
      assert.equal(response.encoding, encoding);
      assert.ok(response.text === expected.get(path), `${path} ${encoding}`);
    }
  }
});

async function readAs(app: TestApp, as: Person, { path, encoding }: { path: string; encoding: string }) {
  const response = await visit(app, path, as, { headers: { "Accept-Encoding": encoding } });
  assert.equal(response.status, 200, path);
  return { encoding: response.headers.get("Content-Encoding"), text: await response.text() };
}

async function write({ deps }: TestApp, author: Person, message: { groupId: string; content: string }): Promise<void> {
  const id = crypto.randomUUID();
  await insertMessage(deps.db, { ...message, id, userId: author.id, clientId: id }, Date.now());
}
