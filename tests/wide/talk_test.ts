import assert from "node:assert/strict";
import { hostname } from "node:os";
import { sessionCookie } from "../../server/auth/sessions.ts";
import { type Cluster, startCluster } from "../support/cluster.ts";
import { findNginx, startNginx } from "../support/nginx.ts";
import { until } from "../support/operate.ts";
import { concerning } from "../support/socket.ts";
import type { ChatClient } from "./chat_client.ts";
import { openRoom } from "./room.ts";
import { groupPaths } from "../../server/contract/groups/paths.ts";
import { sitePaths } from "../../server/contract/site/paths.ts";

let cluster: Cluster;
Deno.test.beforeAll(async () => {
  cluster = await startCluster();
});
Deno.test.afterAll(() => cluster?.[Symbol.asyncDispose]());

const count = 20;
const numbers = Array.from({ length: count }, (_, n) => n + 1);

for (const instances of [2, 3]) {
  Deno.test(`members on ${instances} instances talk at once: everyone gets every message once`, async () => {
    using room = await openRoom(cluster);
    const names = ["ada", "grace", "nora"] as const;
    const clients = await Promise.all(names.map((name, n) => room.enter(name, cluster.nodes[n % instances])));
    await talk(clients);
    for (const client of clients) assertWhole(client, clients);
  });
}

for (const transport of ["polling", "websocket"]) {
  Deno.test(`clients with ${transport} alone talk through the proxy`, async () => {
    using room = await openRoom(cluster);
    const names = ["ada", "grace", "nora", "ada", "grace", "nora"] as const;
    const clients = await Promise.all(names.map((name) => room.enter(name, cluster, { transports: [transport] })));
    await talk(clients);
    for (const client of clients) assertWhole(client, clients);
  });
}

Deno.test("a client that cannot open a WebSocket goes on by polling at the same instance", async () => {
  using room = await openRoom(cluster);
  const upgraded = await room.enter("ada", cluster, { transports: ["polling", "websocket"] });
  await until(() => upgraded.io.io.engine.transport.name === "websocket");
  const polling = await room.enter("grace", cluster, { transports: ["polling"] });
  await talk([upgraded, polling]);
  for (const client of [upgraded, polling]) assertWhole(client, [upgraded, polling]);
});

const nginx = await findNginx();

Deno.test({
  name: "clients talk through a real nginx, by WebSockets and by polling, and its pages are those of all instances" +
    (nginx ? "" : " (no nginx found on the PATH)"),
  ignore: !nginx,
  async fn() {
    await using proxy = await startNginx(nginx!, cluster.nodes.map(({ env }) => ({ port: Number(env.PORT) })));
    using room = await openRoom(cluster);
    const choices = [["ada", "websocket"], ["grace", "polling"], ["nora", "websocket"], ["ada", "polling"]] as const;
    const clients = await Promise.all(
      choices.map(([name, transport]) => room.enter(name, proxy, { transports: [transport] })),
    );
    await talk(clients);
    for (const client of clients) assertWhole(client, clients);
    const headers = { Cookie: `${sessionCookie}=${room.tokens.ada}` };
    // The page begins at what is new to its reader.
    const seq = Math.max(...clients[0].acknowledged.map(({ seq }) => seq));
    await fetch(`${proxy.url}/api/groups/${room.groupId}/read`, {
      method: "PUT",
      headers: { Authorization: `Bearer ${room.tokens.ada}`, "Content-Type": "application/json" },
      body: JSON.stringify({ seq }),
    });
    for (let n = 0; n < 6; n++) {
      const page = await fetch(proxy.url + groupPaths.group(room.groupId, "chat"), { headers, redirect: "manual" });
      assert.equal(page.status, 200);
      assert.match(await page.text(), new RegExp(clients[0].acknowledged.at(-1)!.content));
    }
  },
});

Deno.test("Mallory, who is not in the group, gets nothing on any instance", async () => {
  using room = await openRoom(cluster);
  const mallories = await Promise.all(cluster.nodes.map((node) => room.connect("mallory", node)));
  for (const mallory of mallories) {
    const refused = { success: false, error: "Group not found", code: "not_found" };
    assert.deepEqual(await mallory.ask("joinGroup", room.groupId), refused);
  }
  const members = await Promise.all(cluster.nodes.map((node) => room.enter("grace", node)));
  const ada = await room.enter("ada", cluster);
  const { seq } = await ada.say("For members alone");
  // What an instance sends to a group it sends to all of its sockets at once.
  await Promise.all(members.map((member) => until(() => member.events.includes(seq))));
  for (const mallory of mallories) assert.deepEqual(await mallory.unread(), []);
});

Deno.test("a book added at one instance, and pages turned there, are shown to those at others", async () => {
  using room = await openRoom(cluster);
  const [first, second, third] = cluster.nodes;
  const [ada, grace, otherWindow] = [
    await room.connect("ada", second),
    await room.connect("grace", third),
    await room.connect("grace", second),
  ];
  for (const socket of [ada, grace]) await socket.join(room.groupId);
  const { book } = await room.call("ada", first, {
    method: "POST",
    path: "/books/groups/:group/books",
    body: { title: "Sketch of the Analytical Engine", author: "L. F. Menabrea", pageCount: 66 },
  });
  for (const socket of [ada, grace]) assert.equal((await socket.next("bookAdded")).id, book.id);
  await room.call("grace", first, { method: "PUT", path: `/books/${book.id}/progress`, body: { currentPage: 41 } });
  for (const socket of [grace, otherWindow]) assert.equal((await socket.next("progressUpdated")).currentPage, 41);
  assert.deepEqual(concerning(room.groupId, await ada.unread()), []);
});

Deno.test("a session started at one instance is good at all of them", async () => {
  const headers = { Cookie: `${sessionCookie}=${await cluster.session("ada")}` };
  for (const { url } of [...cluster.nodes, cluster]) {
    const page = await fetch(url + sitePaths.dashboard, { headers, redirect: "manual" });
    assert.equal(page.status, 200);
    assert.match(await page.text(), /Analytical Engine/);
  }
});

Deno.test("metrics and lines of the log name their instance", async () => {
  for (const node of cluster.nodes) {
    const instance = `${hostname()}:${node.env.PORT}`;
    const text = await (await fetch(`${node.url}/metrics`)).text();
    const series = text.split("\n").filter((line) => line && !line.startsWith("#"));
    assert.deepEqual(series.filter((line) => !line.includes(`instance="${instance}"`)), []);
    const lines = node.lines.filter((line) => line).map((line) => JSON.parse(line));
    assert.deepEqual(lines.filter((line) => line.instance !== instance), []);
  }
});

/** Everyone sends messages at once, each client one after the other. */
async function talk(clients: ChatClient[]): Promise<void> {
  await Promise.all(clients.map(async (client, sender) => {
    for (const n of numbers) await client.say(`${sender}-${n}`);
  }));
  await Promise.all(clients.map((client) => client.has(clients.length * count)));
}

/** Asserts that a client was sent each message once by its instance, and that they are what the others sent. */
function assertWhole({ events, messages }: ChatClient, senders: ChatClient[]): void {
  const seqs = senders.flatMap(({ acknowledged }) => acknowledged.map(({ seq }) => seq)).sort((a, b) => a - b);
  assert.deepEqual(events.toSorted((a, b) => a - b), seqs);
  for (const [sender, { acknowledged }] of senders.entries()) {
    const own = messages.filter(({ clientId }) => clientId!.startsWith(`${sender}-`));
    assert.deepEqual(own, acknowledged);
    assert.deepEqual(own.map(({ content }) => content), numbers.map((n) => `${sender}-${n}`));
  }
}
