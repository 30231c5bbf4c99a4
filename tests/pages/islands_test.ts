import assert from "node:assert/strict";
import { fromPage, type PageMessage } from "../../server/contract/chat/page_message.ts";
import type { Message } from "../../server/contract/chat/shapes.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { visit } from "../support/requests.ts";

const read = async (app: TestApp, path: string, as: Person) => await (await visit(app, path, as)).text();

/** What follows the page for an island: its props. */
function propsIn(html: string, prefix: string) {
  const [page, rest] = html.split(`<script type="application/json" data-props="${prefix}">`);
  assert.ok(page.includes('id="toasts"'), "everything that is shown comes before");
  return JSON.parse(rest.slice(0, rest.indexOf("</script>")));
}

Deno.test("islands have their props as JSON after everything that the page shows: a chat its messages, the books what was found", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { id } = await app.group(ada, grace);
  for (const content of ["See https://example.org/a?b=1&c=2", "</script><b>no markup</b>", "\u2028 مرحبا 🦉"]) {
    await app.call("POST", `/groups/${id}/messages`, grace, { content, clientId: content });
  }
  const { messages } = (await app.call("GET", `/groups/${id}/messages`, ada)).body;
  const { books } = (await app.call("GET", "/books/search?query=calculus", ada)).body;
  const html = await read(app, `/group/${id}?query=calculus`, ada);
  const unnamed = messages.map((message: Message) => ({ ...message, clientId: null }));
  const { messages: sent, ...shared } = propsIn(html, "Chat1");
  const received = sent.map((message: PageMessage) => fromPage(message, shared));
  assert.deepEqual(received, unnamed, "only Grace's browser needs its ids");
  assert.deepEqual(propsIn(html, "OpenBooks2").found, books);
});

Deno.test("the dashboard's island has the groups as they are anywhere", async () => {
  await using app = await startApp();
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const group = await app.group(ada, grace);
  await app.call("POST", `/groups/${group.id}/messages`, grace, { content: "Has *anyone* <b>read</b> @ada" });
  const { groups } = (await app.call("GET", "/overview", ada)).body;
  assert.equal(groups[0].unread, 1);
  assert.deepEqual(propsIn(await read(app, "/dashboard", ada), "Groups1").groups, groups);
});
