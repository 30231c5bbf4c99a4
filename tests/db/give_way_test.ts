import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { giveWay } from "../../db/engine/timing.ts";
import { assertServesOthers } from "../support/others.ts";

/** Longer than a loop may go on. */
function work(): void {
  const end = performance.now() + 12;
  while (performance.now() < end);
}

async function loop(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    work();
    await giveWay();
  }
}

Deno.test("requests are answered between the rounds of long loops, of which one at a time goes on", async () => {
  const server = createServer((_request, response) => response.end("ok")).listen(0);
  await once(server, "listening");
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  await assertServesOthers({ url }, () => Promise.all(Array.from({ length: 6 }, () => loop(6))));
  await new Promise((resolve) => server.close(resolve));
});
