import assert from "node:assert/strict";
import { transportServerTexts } from "../../server/contract/site/texts.ts";
import { startApp } from "../support/app.ts";
import { holdLock } from "../support/lock.ts";
import { folder } from "../support/operate.ts";
import { castOnFile, startProcess } from "../support/process.ts";

Deno.test("While another process locks the database, the service starts and serves pages with their scripts, refuses writes with a clear text, stores again once the lock is released, and can be stopped without losing anything", async () => {
  await using cast = await castOnFile();
  const messages = "/groups/engine/messages";
  await using first = await holdLock(cast.file);
  await using service = await startProcess(cast.file);
  const post = (content: string) => service.call("POST", messages, cast.tokens.ada, { content });
  const [, script] = /src="(\/assets\/client-[^"]+)"/.exec(await (await fetch(`${service.url}/login`)).text())!;
  assert.equal(await service.statusOf(script), 200);
  assert.ok(service.logged.some(({ msg }) => msg.includes("scripts and styles could not be stored")));
  const saving = post("Refused");
  const others = (async () => {
    for (let round = 0; round < 10; round++) {
      for (const path of ["/healthz", "/login", "/metrics"]) assert.equal(await service.statusOf(path), 200);
    }
    return "others";
  })();
  assert.equal(await Promise.race([saving, others]), "others");
  const refused = await saving;
  assert.deepEqual([refused.status, refused.body.message], [503, transportServerTexts.unavailable]);
  assert.equal(refused.headers.get("Retry-After"), "5");
  assert.deepEqual([await service.statusOf("/healthz"), await service.statusOf("/readyz")], [200, 503]);
  await first.letGo();
  assert.equal((await post("One")).status, 201);
  assert.equal(await service.statusOf("/readyz"), 200);

  await using second = await holdLock(cast.file);
  const waiting = post("Two");
  assert.equal(await service.statusOf("/healthz"), 200);
  await second.letGo();
  assert.equal((await waiting).status, 201);

  await using third = await holdLock(cast.file);
  const interrupted = post("Three").catch(() => undefined);
  assert.equal((await service.end("SIGTERM")).code, 0);
  assert.notEqual((await interrupted)?.status, 201);
  await third.letGo();
  await service.start();
  const { body } = await service.call("GET", messages, cast.tokens.grace);
  assert.deepEqual(body.messages.map(({ content }: { content: string }) => content), ["One", "Two"]);
});

Deno.test("While another process locks the database, requests that only read do not wait", async () => {
  await using home = await folder();
  let now = Date.now();
  await using app = await startApp({ folder: home.path, clock: () => now });
  const ada = await app.person("Ada");
  now += 2 * 24 * 3600_000;
  await using holder = await holdLock(`${home.path}/test.db`);
  const saving = app.call("PUT", "/users/profile", ada, { bio: "Proofs first" });
  // It would also extend the session, which is not stored now.
  const reading = app.call("GET", "/auth/me", ada);
  assert.deepEqual(await Promise.race([saving, reading]), await reading);
  assert.equal((await reading).status, 200);
  await holder.letGo();
  assert.equal((await saving).status, 200);
});
