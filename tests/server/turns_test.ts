import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { inTurns } from "../../server/http/turns.ts";
import { assertServesOthers } from "../support/others.ts";

const senderOf = ({ headers, socket }: IncomingMessage) => (
  { address: String(socket.remoteAddress), token: headers.authorization }
);

/** A request as far as turns look at one. */
const request = (authorization: string, { url = "/", address = "here" } = {}) =>
  ({ url, headers: { authorization }, socket: { remoteAddress: address } }) as unknown as IncomingMessage;

/** In what order requests begin that come at once. */
async function orderOf(requests: IncomingMessage[]): Promise<string[]> {
  const order: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const listener = inTurns(({ headers, url }) => {
    order.push(`${headers.authorization}${url}`);
    if (order.length === requests.length) resolve();
  }, senderOf);
  for (const one of requests) listener(one, {} as ServerResponse);
  await promise;
  return order;
}

const manyOf = (name: string) => [..."abcdefghij"].map((letter) => request(name, { url: `/${letter}` }));

Deno.test("of requests that come together those of one caller wait for those of others, and a probe for none", async () => {
  const order = await orderOf([...manyOf("mallory"), request("grace"), request("mallory", { url: "/healthz" })]);
  assert.deepEqual(order.slice(0, 4), ["mallory/a", "mallory/healthz", "mallory/b", "grace/"]);
});

Deno.test("an address whose requests have a token each has no more turns than another one", async () => {
  const made = [..."abcdefghij"].map((token) => request(token));
  const order = await orderOf([...made, request("grace", { address: "there" })]);
  assert.ok(order.indexOf("grace/") < 3, order.join());
});

Deno.test("of requests that take long few begin together, however many came at once", async () => {
  let together = 0;
  const groups: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const listener = inTurns(() => {
    if (together++ === 0) setTimeout(() => groups.push(together) && (together = 0));
    const end = performance.now() + 30;
    while (performance.now() < end);
    if (groups.length > 8) resolve();
  }, senderOf);
  for (const one of [...manyOf("mallory"), ...manyOf("grace")]) listener(one, {} as ServerResponse);
  await promise;
  assert.deepEqual(new Set(groups), new Set([1]));
});

Deno.test("others are answered between many requests that come together", async () => {
  const server = createServer(inTurns(async (_request, response) => {
    // As of what has been read from the database.
    await Promise.resolve();
    const end = performance.now() + 5;
    while (performance.now() < end);
    response.end("ok");
  }, senderOf)).listen(0);
  await once(server, "listening");
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const many = () => Promise.all(Array.from({ length: 200 }, () => fetch(url).then((response) => response.text())));
  await assertServesOthers({ url }, many);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
