import assert from "node:assert/strict";
import { insertMessage } from "../../../db/chat/new_messages.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { visit } from "../../support/requests.ts";

async function withReader() {
  const app: TestApp = await startApp();
  const ada = await app.person("Ada");
  return {
    ...app,
    ada,
    ask: async (path: string, accepted: string) => {
      const response = await visit(app, path, ada, { headers: { "Accept-Encoding": accepted } });
      assert.equal(response.status, 200, path);
      const text = await response.text();
      // What is new in each page is left out.
      return { headers: response.headers, text: text.replace(/"formKey":"[^"]*"/, "") };
    },
  };
}

Deno.test("texts are compressed as the caller accepts, by Brotli where there is a choice, and HEAD answers without any", async () => {
  await using app = await withReader();
  for (let i = 0; i < 5; i++) await app.group(app.ada);
  const accepted: [string, string | null][] = [
    ["gzip, deflate, br, zstd", "br"],
    ["br;q=0, gzip;q=0.5", "gzip"],
    ["gzip", "gzip"],
    ["identity", null],
    ["zstd, gzip;q=0", null],
    [",;q=,=;br;;", null],
  ];
  for (const path of ["/dashboard", "/api/groups"]) {
    const { text: plain } = await app.ask(path, "identity");
    for (const [header, encoding] of accepted) {
      const { headers, text } = await app.ask(path, header);
      assert.equal(headers.get("Content-Encoding"), encoding, header);
      assert.match(headers.get("Vary")!, /Accept-Encoding/);
      assert.equal(text, plain, header);
    }
  }
  for (const path of ["/about", "/healthz", app.deps.assets.styles.main.href]) {
    const head = await visit(app, path, null, { method: "HEAD" });
    assert.deepEqual([head.status, await head.text()], [200, ""], path);
  }
});

Deno.test("long texts, of several bytes a character too, come back whole, as does a short one right after, and a very short one as it is", async () => {
  await using app = await withReader();
  const { ada, deps: { db } } = app;
  const [long, short] = [(await app.group(ada)).id, (await app.group(ada)).id];
  const write = (groupId: string, content: string) => {
    const id = crypto.randomUUID();
    return insertMessage(db, { groupId, content, id, userId: ada.id, clientId: id }, Date.now());
  };
  for (let n = 0; n < 40; n++) await write(long, `${n} `.padEnd(10_000, "語éم🦉a "));
  for (let n = 0; n < 10; n++) await write(short, `short ${n} – 語`);
  // The second is longer than the first buffer is, and not as long as what has a buffer of its own.
  const paths = [[long, 50], [long, 20], [short, 50]].map(([id, limit]) => `/api/groups/${id}/messages?limit=${limit}`);
  const plain = await Promise.all(paths.map(async (path) => (await app.ask(path, "identity")).text));
  assert.ok(plain[0].length > 350_000 && plain[2].length > 1024);
  for (const encoding of ["br", "gzip"]) {
    for (const n of [2, 1, 2, 0, 2]) {
      const { headers, text } = await app.ask(paths[n], encoding);
      assert.equal(headers.get("Content-Encoding"), encoding);
      assert.ok(text === plain[n], `${paths[n]} ${encoding}`);
    }
    const { headers, text } = await app.ask("/api/auth/me", encoding);
    assert.deepEqual([headers.get("Content-Encoding"), JSON.parse(text).id], [null, ada.id]);
  }
});
