import assert from "node:assert/strict";
import * as noticesLimits from "../../server/contract/notices/limits.ts";
import { openDb } from "../../db/engine/client.ts";
import { pushSubscriptions } from "../../db/schema.ts";
import { openPusher } from "../../server/push/pusher.ts";
import { openPost } from "../../server/push/post.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { connect } from "../support/socket.ts";
import { browserKeys, type PushService, startPushService } from "../support/servers/push_service.ts";
import { noticesServerTexts } from "../../server/contract/notices/texts.ts";

/** A service whose pushes reach the tests' push service; Grace has a browser, and is in Ada's group. */
async function withBrowser(env: Record<string, string> = {}) {
  await using starting = new AsyncDisposableStack();
  const app = starting.use(await startApp({ env }));
  const service = starting.use(await startPushService());
  await replacePusher(app, service);
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const group = await app.group(ada, grace);
  const subscribe = async (person: Person) => {
    const subscription = service.subscription();
    assert.equal((await app.call("POST", "/push", person, subscription)).status, 201);
    return subscription;
  };
  // That Grace was added.
  await app.deps.pusher.idle();
  const subscription = await subscribe(grace);
  const post = (content: string, more = {}) =>
    app.call("POST", `/groups/${group.id}/messages`, ada, { content, ...more });
  /** What was received once all is sent. */
  const received = async () => {
    await app.deps.pusher.idle();
    return service.received;
  };
  const disposal = starting.move();
  const parts = { app, service, ada, grace, group, subscribe, subscription, post, received };
  return { ...parts, [Symbol.asyncDispose]: () => disposal.disposeAsync() };
}

async function replacePusher(app: TestApp, { post }: Pick<PushService, "post">): Promise<void> {
  await app.deps.pusher.close();
  const { db, clock, log, config } = app.deps;
  app.deps.pusher = openPusher({ db, clock, log, config, post });
}

Deno.test("a friend request reaches the receiver's browser, encrypted and signed with the key that it subscribed with", async () => {
  await using scene = await withBrowser({ PUBLIC_URL: "https://books.example.org", SITE_NAME: "Leeds" });
  const { app, ada, grace, received } = scene;
  await app.call("POST", `/friends/request/${grace.id}`, ada);
  const [{ push, headers, claims, key }, ...more] = await received();
  assert.deepEqual(more, []);
  const { notices: [notice] } = (await app.call("GET", "/notices", grace)).body;
  const { id, text } = notice;
  assert.deepEqual(push, { title: "Leeds", tag: id, id, text, url: "/dashboard?tab=friends" });
  assert.equal(key, (await app.call("GET", "/push/key", null)).body.key);
  assert.match(claims.aud, /^https:\/\/push\.example\.org/);
  assert.equal(claims.sub, "https://books.example.org");
  assert.equal(headers["content-encoding"], "aes128gcm");
  assert.equal(headers.ttl, "86400");
});

Deno.test("in the quiet hours of its group nothing is pushed", async () => {
  await using scene = await withBrowser();
  const { app, ada, group, post, received } = scene;
  const hours = (from: number) => [from, from + 2].map((hour) => `${String(hour % 24).padStart(2, "0")}:00`);
  const quiet = async (ahead: number) => {
    const [from, to] = hours(new Date(app.deps.clock()).getUTCHours() + ahead);
    const settings = { quietHours: { from, to, timeZone: "UTC" } };
    assert.equal((await app.call("PUT", `/groups/${group.id}/settings`, ada, settings)).status, 200);
  };
  await quiet(0);
  await post("Hello");
  await post("Hello, @grace");
  assert.deepEqual(await received(), []);
  await quiet(5);
  await post("Good morning, @grace");
  assert.equal((await received()).length, 1);
});

Deno.test("a push service is shown the same proof again", async () => {
  await using scene = await withBrowser();
  await scene.subscribe(scene.grace);
  for (const which of ["one", "two"]) {
    await scene.post(`For @grace, ${which}`);
    await scene.received();
  }
  const proofs = scene.service.received.map(({ headers }) => headers.authorization);
  assert.deepEqual([proofs.length, new Set(proofs).size], [4, 1]);
});

Deno.test("a mention is pushed without the message's text", async () => {
  await using scene = await withBrowser();
  await scene.post("the secret of @grace");
  const [{ push }, ...more] = await scene.received();
  assert.deepEqual(more, []);
  assert.equal(push.text, "Ada mentioned you in Group of ada");
  assert.equal(push.url, `/group/${scene.group.id}?message=1`);
  assert.ok(!JSON.stringify(push).includes("secret"));
});

Deno.test("of plain messages one push says that there are some, and another only after they were read", async () => {
  await using scene = await withBrowser();
  const { app, grace, group, post, received } = scene;
  await post("One");
  await post("Two");
  await received();
  await post("Three");
  assert.deepEqual((await received()).map(({ push }) => push), [{
    title: "Chapterhouse",
    tag: `group:${group.id}`,
    text: noticesServerTexts.newMessages("Group of ada"),
    url: `/group/${group.id}`,
  }]);
  await app.call("PUT", `/groups/${group.id}/read`, grace, { seq: 3 });
  await post("Four");
  assert.equal((await received()).length, 2);
});

Deno.test("at level mentions plain messages are not pushed, and at level none nothing is", async () => {
  await using scene = await withBrowser();
  const { app, grace, group, post, received } = scene;
  const notify = (level: string) => app.call("PUT", `/groups/${group.id}/notify`, grace, { level });
  await notify("mentions");
  await post("Plain");
  assert.equal((await received()).length, 0);
  await post("For @grace");
  assert.equal((await received()).length, 1);
  await notify("none");
  await post("Again for @grace");
  assert.equal((await received()).length, 1);
});

Deno.test("the level counts that a member has when something is sent, not when it was written", async () => {
  await using scene = await withBrowser();
  const { app, ada, grace, group, post, received } = scene;
  const notify = (level: string) => app.call("PUT", `/groups/${group.id}/notify`, grace, { level });
  await post("For @grace");
  await notify("none");
  assert.equal((await received()).length, 0);
  await notify("all");
  const { body } = await app.call("POST", `/books/groups/${group.id}/books`, ada, {
    title: "Middlemarch",
    pageCount: 10,
  });
  await app.call("PUT", `/books/${body.book.id}/progress`, ada, { currentPage: 10 });
  await notify("mentions");
  assert.equal((await received()).length, 0);
});

Deno.test("where a mention is not sent any more, the other messages are sent", async () => {
  await using scene = await withBrowser();
  const { app, ada, grace, group, post, received } = scene;
  const readNotices = () => app.call("POST", "/notices/read", grace, { all: true });
  const message = (id: string) => `/groups/${group.id}/messages/${id}`;
  const ends: ((id: string) => Promise<unknown>)[] = [
    (id) => app.call("DELETE", message(id), ada),
    (id) => app.call("PUT", message(id), ada, { content: "For nobody" }),
    readNotices,
  ];
  for (const [n, end] of ends.entries()) {
    await post(`Plain ${n}`);
    const { body } = await post(`For @grace ${n}`);
    await end(body.message.id);
    assert.deepEqual((await received()).map(({ push }) => push.tag), Array(n + 1).fill(`group:${group.id}`));
    await app.call("PUT", `/groups/${group.id}/read`, grace, { seq: body.message.seq });
  }
});

Deno.test("of a mention with plain messages around it the mention alone is sent", async () => {
  await using scene = await withBrowser();
  const { post, received } = scene;
  for (const content of ["Before", "For @grace", "After"]) await post(content);
  await received();
  await post("Later");
  assert.deepEqual((await received()).map(({ push }) => push.text), ["Ada mentioned you in Group of ada"]);
});

Deno.test("after what was sent is deleted, the next message is sent", async () => {
  await using scene = await withBrowser();
  const { app, ada, group, post, received } = scene;
  for (const [n, content] of ["One", "Two", "For @grace", "Three"].entries()) {
    const { body } = await post(content);
    assert.equal((await received()).length, n + 1);
    await app.call("DELETE", `/groups/${group.id}/messages/${body.message.id}`, ada);
  }
});

Deno.test("nobody is sent what they have read by then, and who has the group open unread is sent it", async () => {
  await using scene = await withBrowser();
  const { app, grace, group, post, received } = scene;
  await using socket = await connect(app.url, grace.token);
  await socket.join(group.id);
  await post("Plain");
  await post("For @grace");
  await app.call("PUT", `/groups/${group.id}/read`, grace, { seq: 2 });
  assert.equal((await received()).length, 0);
  await post("For @grace, unread");
  assert.deepEqual((await received()).map(({ push }) => push.text), ["Ada mentioned you in Group of ada"]);
});

Deno.test("nothing is sent of a message that is deleted or read by then, nor of one's own messages, and of two the other is", async () => {
  await using scene = await withBrowser();
  const { app, ada, grace, group, post, received } = scene;
  const { body: { message } } = await post("For @grace");
  await app.call("DELETE", `/groups/${group.id}/messages/${message.id}`, ada);
  await app.call("POST", `/groups/${group.id}/messages`, grace, { content: "Mine" });
  assert.equal((await received()).length, 0);
  await post("Three");
  await post("Four");
  await app.call("PUT", `/groups/${group.id}/read`, grace, { seq: 3 });
  assert.deepEqual((await received()).map(({ push }) => push.tag), [`group:${group.id}`]);
});

Deno.test("a service that stops sends what waits, also of a message that came while another waited", async () => {
  await using scene = await withBrowser();
  const { app, service, grace, group, post } = scene;
  await post("One");
  await post("Two");
  await app.call("PUT", `/groups/${group.id}/read`, grace, { seq: 1 });
  await app.deps.pusher.close();
  assert.deepEqual(service.received.map(({ push }) => push.tag), [`group:${group.id}`]);
});

Deno.test("a browser that is gone is not called again, and one that fails is", async () => {
  await using scene = await withBrowser();
  const { app, service, post } = scene;
  for (const [status, left] of [[503, 1], [404, 0]]) {
    service.status = status;
    await post(`For @grace, answered with ${status}`);
    await app.deps.pusher.idle();
    assert.equal((await app.deps.db.q.select().from(pushSubscriptions)).length, left);
  }
  service.status = 410;
  await scene.subscribe(scene.grace);
  await post("For @grace once more");
  await app.deps.pusher.idle();
  assert.equal((await app.deps.db.q.select().from(pushSubscriptions)).length, 0);
});

Deno.test("a user's browsers that do not answer are called at once, and delay nobody else", async () => {
  await using scene = await withBrowser();
  const { app, service, ada, post } = scene;
  const nora = await app.person("Nora");
  const other = await app.group(ada, nora);
  await app.deps.pusher.idle();
  const called: string[] = [];
  const allCalled = Promise.withResolvers<void>();
  const sentToGrace = Promise.withResolvers<void>();
  await replacePusher(app, {
    async post(url, request) {
      if (!url.startsWith("https://silent.example.org")) {
        return await service.post(url, request).finally(sentToGrace.resolve);
      }
      if (called.push(url) === noticesLimits.push.browsers) allCalled.resolve();
      return await new Promise((_, fail) => request.signal.addEventListener("abort", fail));
    },
  });
  for (let n = 0; n < noticesLimits.push.browsers; n++) {
    const subscription = { endpoint: `https://silent.example.org/${n}`, keys: browserKeys };
    assert.equal((await app.call("POST", "/push", nora, subscription)).status, 201);
  }
  for (let n = 0; n < 10; n++) {
    await app.call("POST", `/groups/${other.id}/messages`, ada, { content: `${n} for @nora` });
  }
  void app.deps.pusher.idle();
  await allCalled.promise;
  await post("For @grace");
  void app.deps.pusher.idle();
  await sentToGrace.promise;
  assert.deepEqual([new Set(called).size, called.length], [noticesLimits.push.browsers, noticesLimits.push.browsers]);
});

Deno.test("a redirect of a push service is not followed", async () => {
  await using scene = await withBrowser();
  const { app, service, post } = scene;
  service.status = 307;
  await post("For @grace");
  await app.deps.pusher.idle();
  assert.equal(service.requests, 1);
});

Deno.test("a browser is sent nothing after the session that subscribed it has ended", async () => {
  await using scene = await withBrowser();
  const { app, grace, post, received } = scene;
  await app.call("POST", "/auth/logout", grace, {});
  await post("For @grace");
  assert.equal((await received()).length, 0);
  assert.equal((await app.deps.db.q.select().from(pushSubscriptions)).length, 0);
});

Deno.test("a browser belongs to the user who subscribed it last, and nobody else ends its subscription", async () => {
  await using scene = await withBrowser();
  const { app, ada, grace, subscription, post, received } = scene;
  const { endpoint } = subscription;
  await app.call("DELETE", "/push", ada, { endpoint });
  await post("For @grace");
  assert.equal((await received()).length, 1);
  await app.call("POST", "/push", ada, subscription);
  await post("For @grace, whose browser is Ada's now");
  assert.equal((await received()).length, 1);
  await app.call("POST", `/friends/request/${ada.id}`, grace);
  assert.equal((await received()).length, 2);
});

Deno.test("only https addresses with a name and no other port are taken as endpoints", async () => {
  await using scene = await withBrowser();
  const { app, grace, subscription: { keys } } = scene;
  const refused =
    "http://push.example.org/x https://127.0.0.1/x https://[::1]/x https://2130706433/x https://localhost/x " +
    "https://push.example.org:8443/x https://ada:secret@push.example.org/x ftp://push.example.org ";
  for (const endpoint of [...refused.split(" "), `https://push.example.org/${"x".repeat(1000)}`]) {
    assert.equal((await app.call("POST", "/push", grace, { endpoint, keys })).status, 400, endpoint);
  }
});

Deno.test("only a point of P-256 and a secret of sixteen bytes are taken as keys", async () => {
  await using scene = await withBrowser();
  const { app, grace, subscription: { endpoint, keys } } = scene;
  const point = Uint8Array.fromBase64(keys.p256dh, { alphabet: "base64url" });
  const changed = (at: number, value: number) =>
    point.with(at, value).toBase64({ alphabet: "base64url", omitPadding: true });
  const notPoints = [`B${"A".repeat(86)}`, changed(64, point[64] ^ 1), changed(0, 6), "A".repeat(87), "A".repeat(300)];
  const bad = [
    ...notPoints.map((p256dh) => ({ ...keys, p256dh })),
    ...["short", "A".repeat(21), "A".repeat(24)].map((auth) => ({ ...keys, auth })),
    {},
  ];
  for (const keys of bad) {
    const { status, body } = await app.call("POST", "/push", grace, { endpoint, keys });
    assert.deepEqual([status, body.code], [400, "invalid_input"], JSON.stringify(keys));
  }
  const padded = { ...keys, p256dh: `${keys.p256dh}=`, auth: `${keys.auth}==` };
  assert.equal((await app.call("POST", "/push", grace, { endpoint, keys: padded })).status, 201);
});

Deno.test("no push is sent to a host of the own network, also where its name was checked before", async () => {
  await using service = await startPushService();
  const { endpoint } = service.subscription();
  const request = { headers: {}, body: new Uint8Array(), signal: AbortSignal.timeout(5000) };
  for (const address of ["127.0.0.1", "::1", "10.0.0.8", "192.168.1.1", "169.254.169.254", "::ffff:127.0.0.1"]) {
    const post = openPost({ lookup: () => Promise.resolve(["203.0.114.1", address]), port: service.port });
    await assert.rejects(post(endpoint, request), /not a public address/);
  }
  await assert.rejects(openPost()(endpoint.replace("push.example.org", "127.0.0.1"), request), /not a public name/);
  assert.equal(service.requests, 0);
});

Deno.test("a host is called at one port only, whatever the address names, and one that is not who its name says is sent nothing", async () => {
  await using service = await startPushService();
  service.status = 410;
  const request = { headers: {}, body: new Uint8Array(), signal: AbortSignal.timeout(5000) };
  assert.equal(await service.post("https://push.example.org:1/x", request), 410);
  const { port, requests } = service;
  const post = openPost({ lookup: () => Promise.resolve(["127.0.0.1"]), isAllowed: () => true, port });
  await assert.rejects(post(service.subscription().endpoint, request));
  assert.equal(service.requests, requests);
});

Deno.test("two instances that start at once have one key", async () => {
  await using app = await startApp();
  const { config, db, clock, log } = app.deps;
  const other = await openDb({ url: config.databaseUrl });
  const pushers = [db, other].map((db) => openPusher({ db, clock, log, config }));
  const keys = await Promise.all(pushers.map((pusher) => pusher.key()));
  assert.equal(keys[0], keys[1]);
  await Promise.all(pushers.map((pusher) => pusher.close()));
  await other.close();
});

Deno.test("a user has at most twenty browsers, the latest", async () => {
  await using scene = await withBrowser();
  for (let n = 0; n < 20; n++) await scene.subscribe(scene.grace);
  const rows = await scene.app.deps.db.q.select().from(pushSubscriptions);
  assert.equal(rows.length, 20);
});
