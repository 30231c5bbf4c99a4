import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { inTurns } from "../../server/http/turns.ts";
import { assertServesOthers } from "../support/others.ts";

const callerOf = ({ headers }: IncomingMessage) => String(headers.authorization);

/** A request as far as turns look at one. */
const request = (authorization: string, url = "/") =>
  ({ url, headers: { authorization }, socket: { destroyed: false } }) as unknown as IncomingMessage;

/** In what order requests begin that come at once. */
async function orderOf(requests: IncomingMessage[]): Promise<string[]> {
  const order: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const listener = inTurns(({ headers, url }) => {
    order.push(`${headers.authorization}${url}`);
    if (order.length === requests.length) resolve();
  }, callerOf);
  for (const one of requests) listener(one, {} as ServerResponse);
  await promise;
  return order;
}

Deno.test("of requests that come together those of one caller wait for those of others, and a probe for none", async () => {
  const [many, grace] = [[..."abcdefghij"].map((name) => request("mallory", `/${name}`)), request("grace")];
  const probe = request("mallory", "/healthz");
  const order = await orderOf([...many, grace, probe]);
  assert.deepEqual(order.slice(0, 8), [..."abcdefgh"].map((name) => `mallory/${name}`), "eight at a time");
  assert.deepEqual(order.slice(8), ["mallory/healthz", "mallory/i", "grace/", "mallory/j"]);
});

Deno.test("others are answered between many requests that come together", async () => {
  const server = createServer(inTurns(async (_request, response) => {
    // As of what has been read from the database.
    await Promise.resolve();
    const end = performance.now() + 5;
    while (performance.now() < end);
    response.end("ok");
  }, callerOf)).listen(0);
  await once(server, "listening");
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const many = () => Promise.all(Array.from({ length: 600 }, () => fetch(url).then((response) => response.text())));
  await assertServesOthers({ url }, many);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
