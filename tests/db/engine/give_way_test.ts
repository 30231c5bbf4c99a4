import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { giveWay } from "../../../db/engine/timing.ts";
import { assertServesOthers } from "../../support/others.ts";

/** Longer than a loop may go on. */
function work(): void {
  const end = performance.now() + 12;
  while (performance.now() < end);
}

Deno.test("requests are answered between the rounds of long loops, of which one at a time goes on", async () => {
  let answered = 0;
  const server = createServer((_request, response) => {
    answered++;
    response.end("ok");
  }).listen(0);
  await once(server, "listening");
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  let [rounds, together, isOver] = [0, 0, false];
  const look = () => {
    together = Math.max(together, rounds);
    rounds = 0;
    if (!isOver) setTimeout(look);
  };
  look();
  // Without giving way no answer would come before the last round.
  const loop = async () => {
    for (let round = 0; round < 300 && answered < 60; round++) {
      await giveWay();
      rounds++;
      work();
    }
  };
  await assertServesOthers({ url }, () => Promise.all(Array.from({ length: 6 }, loop)));
  isOver = true;
  assert.ok(together <= 2, `${together} rounds in a turn`);
  await new Promise((resolve) => server.close(resolve));
});
