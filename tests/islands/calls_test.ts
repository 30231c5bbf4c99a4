import assert from "node:assert/strict";
import { call, request } from "../../islands/runtime/api.ts";

Deno.test("A call fills its address and sends its input as the body, and that of a GET as the query", () => {
  const turn = request("PUT /books/:bookId/progress", { bookId: "a/b" }, { page: 12 });
  assert.deepEqual(turn, { method: "PUT", path: "/books/a%2Fb/progress", body: { page: 12 } });
  const search = request("GET /groups/:id/messages/search", { id: "1" }, { query: "a & b", before: undefined });
  assert.deepEqual(search, { method: "GET", path: "/groups/1/messages/search?query=a+%26+b" });
});

/** Checked by the compiler, and never called. */
export async function typesOfCalls() {
  const { message, progress } = await call("PUT /books/:bookId/progress", { bookId: "1" }, { page: 12 });
  ({ message, page: progress.page }) satisfies { message: string; page: number };
  // @ts-expect-error there is no such call
  await call("GET /books/:bookId/progress", { bookId: "1" });
  // @ts-expect-error its address has another parameter
  await call("PUT /books/:bookId/progress", { id: "1" }, { page: 12 });
  // @ts-expect-error it takes a body
  await call("PUT /books/:bookId/progress", { bookId: "1" });
  // @ts-expect-error its body has no such field
  await call("POST /groups", {}, { name: "Readers" });
  // @ts-expect-error it says nothing
  (await call("GET /auth/me", {})).message;
}
