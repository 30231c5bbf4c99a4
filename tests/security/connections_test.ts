import assert from "node:assert/strict";
import type { Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import {
  bytesAcknowledged,
  capConnections,
  countConnections,
  guardRequests,
  openListener,
  type Timeouts,
} from "../../server/http/connections.ts";
import { idleCloser } from "../../server/http/listener.ts";
import { openBacklog } from "../../server/http/backlog.ts";
import { startApp } from "../support/app.ts";
import { until } from "../support/operate.ts";
import { get, openSocketWire, openWire, repeated, say, statusOf } from "./wire.ts";

/** The timeouts of the service, a tenth as long. */
const patience: Timeouts = { head: 1500, request: 3000, silence: 4500, rest: 1500 };

/** A listener with these timeouts. */
async function listen(patience: Timeouts) {
  const server: Server = openListener(patience);
  server.on("request", (request, response) => {
    request.on("error", () => {});
    if (request.url === "/whole") request.on("end", () => response.end()).resume();
    else response.end("answered");
  });
  guardRequests(server, patience);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Sends a beginning, and a little more again and again, until the other side hangs up; gives what it sent before that.
 */
async function trickle(url: string, beginning: string, drop: string): Promise<string> {
  using wire = await openWire(url);
  await wire.send(beginning);
  const dripping = setInterval(() => void wire.send(drop).catch(() => clearInterval(dripping)), 20);
  return await wire.rest().finally(() => clearInterval(dripping));
}

const chunked = "Transfer-Encoding: chunked\r\n\r\n";
const slow: [string, string, string, number | undefined][] = [
  ["says nothing", "", "", 408],
  ["never ends a first line", "GET /", "a", 408],
  ["never ends its headers", "GET / HTTP/1.1\r\nHost: localhost\r\n", "X: y\r\n", 408],
  ["never ends a body", "POST /whole HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n", "x", 408],
  ["never ends its chunks", `POST /whole HTTP/1.1\r\nHost: localhost\r\n${chunked}`, "1\r\nx\r\n", 408],
  [
    "never ends a body that was answered",
    "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n",
    "x",
    200,
  ],
  ["never ends a body nobody wants", "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n", "x", 200],
];

Deno.test("requests that never end are disconnected, and others are answered meanwhile", async () => {
  await using service = await listen(patience);
  const trickling = slow.map(([_, beginning, drop]) => trickle(service.url, beginning, drop));
  assert.equal(statusOf(await say(service.url, ...get("/"))), 200);
  for (const [n, answer] of (await Promise.all(trickling)).entries()) {
    const [who, , , status] = slow[n];
    assert.equal(statusOf(answer), status, `who ${who} got ${answer}`);
  }
});

const MiB = 1024 * 1024;

/** A listener whose answers, of 32 MiB each, are counted. */
async function listenAndCount(limits: { perClient?: number; patience?: number }) {
  const closed = Promise.withResolvers<void>();
  const plenty = { perConnection: 99 * MiB, perClient: 99 * MiB, total: 99 * MiB };
  const backlog = openBacklog({ ...plenty, ...limits, onHangUp: () => closed.resolve() });
  const server = openListener();
  server.on("request", (_request, response) => response.end("x".repeat(32 * MiB)));
  countConnections(server, backlog);
  guardRequests(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    backlog,
    server,
    closed: closed.promise,
    async [Symbol.asyncDispose]() {
      backlog.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

Deno.test("a client that takes nothing of its answer is disconnected, and one that reads gets all of it", async () => {
  await using service = await listenAndCount({ patience: 1000 });
  using idle = await openWire(service.url);
  await idle.send(get("/").join("\r\n"));
  const answer = await say(service.url, ...get("/"));
  assert.ok(answer.length > 32 * MiB && answer.endsWith("x"));
  await service.closed;
  assert.ok((await idle.rest()).length < 32 * MiB);
  assert.equal(service.backlog.bytes(), 0);
});

Deno.test("where answers of one address wait for too much, the connection is closed that has taken nothing for longest", async () => {
  await using service = await listenAndCount({ perClient: 60 * MiB });
  using idle = await openWire(service.url);
  await idle.send(get("/").join("\r\n"));
  await until(() => service.backlog.bytes() > 0);
  const answer = await say(service.url, ...get("/"));
  assert.ok(answer.length > 32 * MiB);
  await service.closed;
  assert.ok((await idle.rest()).length < 32 * MiB);
});

Deno.test("a slow reader is seen to read, though nothing more is written meanwhile", async () => {
  await using service = await listenAndCount({});
  const opened = new Promise<Socket>((resolve) => service.server.once("connection", resolve));
  using wire = await openWire(service.url);
  await wire.send(get("/").join("\r\n"));
  const socket = await opened;
  await until(() => bytesAcknowledged(socket)! > 0);
  // Until the buffers of both sides are full.
  for (let before = 0; before < bytesAcknowledged(socket)!; await until(() => true)) {
    before = bytesAcknowledged(socket)!;
  }
  const full = bytesAcknowledged(socket)!;
  for (let reads = 0; reads < 20; reads++) await wire.rest(/x/);
  await until(() => bytesAcknowledged(socket)! > full);
  assert.ok(service.backlog.bytes() > 0);
});

Deno.test("at most two requests of a connection are worked on until their answers have been read", async () => {
  const server = openListener(patience);
  const asked: (() => void)[] = [];
  server.on("request", (_request, response) => asked.push(() => response.end("answered")));
  guardRequests(server, patience);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  using wire = await openWire(url);
  await wire.send(asking.repeat(5));
  for (let n = 1; n <= 5; n++) {
    await until(() => asked.length >= Math.min(n + 1, 5));
    assert.equal(asked.length, Math.min(n + 1, 5));
    asked[n - 1]();
  }
  await wire.rest(/(answered.*){5}/s);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

Deno.test("a client that pipelines thousands of requests is disconnected, and others are answered meanwhile", async () => {
  await using app = await startApp();
  using wire = await openWire(app.url);
  const request = new TextEncoder().encode("GET /login HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const sent = wire.send(repeated(request, 20_000)).catch(() => {});
  assert.equal(statusOf(await say(app.url, ...get("/healthz"))), 200);
  await sent;
  assert.ok((await wire.rest()).split("HTTP/1.1 200").length <= 9);
  const asked = app.log.filter((line) => line.includes('"path":"/login"'));
  assert.ok(asked.length <= 8, `${asked.length} requests were worked on`);
});

Deno.test("a few pipelined requests are answered in order", async () => {
  await using app = await startApp();
  const paths = ["/healthz", "/readyz", "/nowhere.css", "/healthz"];
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n`).join("\r\n");
  const answers = await say(app.url, requests, ...get("/healthz"));
  assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(9)), ["200", "200", "303", "200", "200"]);
});

Deno.test("a connection closed in the middle of a body is not logged as a server error", async () => {
  await using app = await startApp();
  for (const type of ["application/x-www-form-urlencoded", "multipart/form-data; boundary=X", "application/json"]) {
    using wire = await openWire(app.url);
    const path = type.endsWith("json") ? "/api/auth/login" : "/login";
    const lines = [`POST ${path} HTTP/1.1`, "Host: localhost", `Content-Type: ${type}`, "Content-Length: 99", "", "a="];
    await wire.send(lines.join("\r\n"));
  }
  await until(() => app.log.filter((line) => line.includes('"method":"POST"')).length === 3);
  assert.deepEqual(app.log.filter((line) => /"level":(50|60)|"status":5/.test(line)), []);
});

Deno.test("a client that closes its half of the connection still gets its answer", async () => {
  await using app = await startApp();
  for (
    const [asked, status] of [[get("/login").join("\r\n").replace("Connection: close\r\n", ""), 200], ["GET /lo", 400]]
  ) {
    using wire = await openWire(app.url);
    await wire.send(`${asked}`);
    await wire.end();
    const answer = await wire.rest();
    assert.ok(answer === "" || statusOf(answer) === status, answer.slice(0, 60));
    if (status === 200) assert.match(answer, /<\/html>/);
  }
});

Deno.test("silent connections do not keep others out", async () => {
  await using app = await startApp();
  const silent = await Promise.all(
    Array.from({ length: 200 }, (_, n) => n % 2 ? openWire(app.url) : openSocketWire(app.url)),
  );
  assert.equal((await app.call("GET", "/auth/me")).status, 401);
  for (const wire of silent) wire[Symbol.dispose]();
});

const ambiguous: [string, string[]][] = [
  ["length and chunks", ["Content-Length: 4", "Transfer-Encoding: chunked", "", "0", "", ""]],
  ["chunks and length", ["Transfer-Encoding: chunked", "Content-Length: 4", "", "0", "", ""]],
  ["two lengths", ["Content-Length: 4", "Content-Length: 5", "", "abcde"]],
  ["a list of lengths", ["Content-Length: 4, 5", "", "abcde"]],
  ["a length with a sign", ["Content-Length: +4", "", "abcd"]],
  ["a length in hexadecimal", ["Content-Length: 0x4", "", "abcd"]],
  ["chunks by another name", ["Transfer-Encoding: xchunked", "", "0", "", ""]],
  ["chunks and more", ["Transfer-Encoding: chunked, identity", "", "0", "", ""]],
  ["chunks twice", ["Transfer-Encoding: chunked", "Transfer-Encoding: identity", "", "0", "", ""]],
  ["a blank before the colon", ["Transfer-Encoding : chunked", "", "0", "", ""]],
  ["a folded header", ["X: y", " Transfer-Encoding: chunked", "Content-Length: 4, 4", "", "abcd"]],
  ["a header without a colon", ["X", "", ""]],
  ["a chunk of no number", ["Transfer-Encoding: chunked", "", "-1", "", ""]],
  ["a chunk without end", ["Transfer-Encoding: chunked", "", "fffffffffffffffff", "", ""]],
  ["a NUL in a header", ["X: a\0b", "", ""]],
];

Deno.test("a request of ambiguous length is refused, and what follows it is ignored", async () => {
  await using app = await startApp();
  for (const [what, lines] of ambiguous) {
    const head = ["POST /api/auth/login HTTP/1.1", "Host: localhost", "Content-Type: application/json"];
    const answer = await say(app.url, ...head, ...lines, ...get("/smuggled"));
    assert.match(answer, /^HTTP\/1\.1 4\d\d /, `${what}: ${answer.slice(0, 60)}`);
    assert.equal(answer.match(/HTTP\/1\.1 \d/g)?.length, 1, what);
  }
  assert.deepEqual(app.log.filter((line) => line.includes("smuggled")), []);
});

/** A listener that has three connections of one address, and how many it has refused or put out for others. */
async function listenForThree(trustedProxies: string[]) {
  const counts = { open: 0, refused: 0 };
  const server = openListener();
  server.on("connection", (socket) => {
    counts.open++;
    socket.on("close", () => counts.open--);
  });
  server.on("request", (_request, response) => response.end("answered"));
  capConnections(server, { max: 3, trustedProxies, onRefused: () => counts.refused++ });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const asking = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
const answered = /answered$/;

Deno.test("connections from one address are limited, and a closed one makes room", async () => {
  await using service = await listenForThree([]);
  const wires = [];
  for (let n = 0; n < 3; n++) {
    const wire = await openWire(service.url);
    await wire.send(asking);
    await wire.rest(answered);
    wires.push(wire);
  }
  assert.equal(await say(service.url, ...get("/")).catch(() => ""), "");
  assert.equal(service.counts.refused, 1);
  wires.pop()![Symbol.dispose]();
  await until(() => service.counts.open === 2);
  assert.equal(statusOf(await say(service.url, ...get("/"))), 200);
  for (const wire of wires) wire[Symbol.dispose]();
});

Deno.test("connections without a request are closed in favour of new ones, the oldest first", async () => {
  await using service = await listenForThree([]);
  using used = await openWire(service.url);
  await used.send(asking);
  await used.rest(answered);
  using first = await openWire(service.url);
  using second = await openWire(service.url);
  await until(() => service.counts.open === 3);
  assert.equal(statusOf(await say(service.url, ...get("/"))), 200);
  assert.equal(await first.rest(), "");
  for (const wire of [used, second]) {
    await wire.send(asking);
    assert.match(await wire.rest(answered), answered);
  }
});

Deno.test("connections of a trusted proxy are not limited", async () => {
  await using service = await listenForThree(["127.0.0.1"]);
  const wires = await Promise.all(Array.from({ length: 9 }, () => openWire(service.url)));
  assert.equal(statusOf(await say(service.url, ...get("/"))), 200);
  assert.equal(service.counts.refused, 0);
  for (const wire of wires) wire[Symbol.dispose]();
});

Deno.test("an unread body is discarded, and the connection can be used again", async () => {
  await using app = await startApp();
  using small = await openWire(app.url);
  const head = ["POST /api/groups HTTP/1.1", "Host: localhost", "Content-Type: application/json"];
  for (let n = 0; n < 3; n++) {
    await small.send([...head, "Content-Length: 300", "", "x".repeat(300)].join("\r\n"));
    assert.equal(statusOf(await small.rest(/\}$/)), 401);
  }
  for (const size of [500_000, 1_000_000, 5_900_000]) {
    await small.send([...head, `Content-Length: ${size}`, "", "x".repeat(size)].join("\r\n"));
    assert.equal(statusOf(await small.rest(/\}$/)), 401, `${size}`);
  }
  await small.send(asking);
  assert.equal(statusOf(await small.rest(/\r\n\r\n/)), 200);
});

Deno.test("when the service stops, requests that do not arrive whole are disconnected and whole ones are answered, as their connection's last", async () => {
  const server = openListener();
  const closer = idleCloser(server);
  const mayAnswer = Promise.withResolvers<void>();
  let asked = 0;
  server.on("upgrade", () => {});
  server.on("request", async (request, response) => {
    asked++;
    request.on("error", () => {}).resume();
    await mayAnswer.promise;
    response.end("answered");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  using silent = await openWire(url);
  using headless = await openWire(url);
  await headless.send("GET / HTTP/1.1\r\nHost: loc");
  using half = await openWire(url);
  await half.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\nx");
  using upgrading = await openWire(url);
  await upgrading.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n");
  using whole = await openWire(url);
  await whole.send(get("/").join("\r\n"));
  using late = await openWire(url);
  await until(() => asked === 2);
  closer.announce();
  using fresh = await openWire(url);
  await fresh.send(get("/").join("\r\n"));
  await until(() => asked === 3);
  const closed = new Promise((resolve) => server.close(resolve));
  closer.close();
  // While the whole one still waits for its answer.
  await late.send(get("/").join("\r\n"));
  for (const wire of [silent, headless, half, upgrading]) assert.equal(await wire.rest(), "");
  mayAnswer.resolve();
  for (const wire of [whole, fresh, late]) {
    const answer = await wire.rest();
    assert.equal(statusOf(answer), 200);
    assert.match(answer, /^connection: close\r$/mi);
  }
  await closed;
});
