import assert from "node:assert/strict";
import { engine, openChatroom } from "./chatroom.ts";
import { connect } from "../support/socket.ts";

for (const transport of ["websocket", "polling"] as const) {
  Deno.test(`a service that stops notifies its clients when to return, and disconnects them, over ${transport}`, async () => {
    await using room = await openChatroom();
    using grace = await connect(room.url, room.tokens.grace, { transports: [transport] });
    await grace.join(engine);
    await room.app.stop();
    assert.deepEqual(await grace.next("stopping"), { returnWithin: 3000 });
    assert.equal(await grace.next("disconnect"), "transport close");
  });
}

Deno.test("a client that polls no more does not prevent the service from stopping", async () => {
  await using room = await openChatroom();
  const headers = { Cookie: `chapterhouse_session=${room.tokens.grace}` };
  const address = `${room.url}/socket.io/?EIO=4&transport=polling`;
  const opened = await (await fetch(address, { headers })).text();
  const { sid } = JSON.parse(opened.slice(1));
  await (await fetch(`${address}&sid=${sid}`, { method: "POST", body: "40", headers })).text();
  assert.match(await (await fetch(`${address}&sid=${sid}`, { headers })).text(), /^40/);
  await room.app.stop();
});
