import assert from "node:assert/strict";
import { findLink, insertLink, resetByLink, verifyByLink } from "../../db/account/tokens.ts";
import { deleteExpired, deleteSession, extendSession, findSession } from "../../db/account/sessions.ts";
import type { Db } from "../../db/engine/client.ts";
import { saveInvitations } from "../../db/groups/invitations.ts";
import { insertInviteLink } from "../../db/groups/invite_links.ts";
import { invitations, invites, links, sessions } from "../../db/schema.ts";
import { findCredentials } from "../../db/account/accounts.ts";
import { freshDb } from "../support/db.ts";
import { cast, person, store } from "../support/people.ts";

const session = (db: Db, hash: string, userId: string, expiresAt = 100) =>
  db.write([db.q.insert(sessions).values({ hash, userId, createdAt: 1, expiresAt })]);

const link = (db: Db, hash: string, kind: "verify" | "reset", userId: string, expiresAt = 100) =>
  db.write([insertLink(db, { hash, userId, kind, expiresAt })]);

const ada = "ada@example.org";

Deno.test("a session is found with its user until the moment it ends", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await store(db, person("Ada"));
  await session(db, "s", "ada", 100);
  const found = await findSession(db, "s", 99);
  assert.equal(found?.user.username, "ada");
  assert.equal(found?.expiresAt, 100);
  assert.equal(await findSession(db, "s", 100), undefined);
  await extendSession(db, "s", 200);
  assert.ok(await findSession(db, "s", 100));
  assert.equal(await findSession(db, "other", 1), undefined);
  await deleteSession(db, "s");
  assert.equal(await findSession(db, "s", 1), undefined);
});

// spec: 3.1
Deno.test("a session's user holds no password", async () => {
  await using fresh = await freshDb();
  await store(fresh.db, person("Ada", { passwordHash: "secret-hash" }));
  await session(fresh.db, "s", "ada");
  assert.doesNotMatch(JSON.stringify(await findSession(fresh.db, "s", 1)), /secret-hash|password/i);
});

Deno.test("a verification link can be used once, until it expires", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await store(db, person("Ada", { verifiedAt: null }));
  for (const hash of ["late", "v1", "v2"]) await link(db, hash, "verify", "ada", 100);
  assert.equal(await verifyByLink(db, "late", 100), undefined);
  assert.equal((await findCredentials(db, ada))?.verifiedAt, null);
  assert.deepEqual(await verifyByLink(db, "v1", 99), { userId: "ada", inviteId: null, before: false });
  assert.equal((await findCredentials(db, ada))?.verifiedAt, 99);
  assert.equal(await verifyByLink(db, "v1", 99), undefined);
  assert.deepEqual(await verifyByLink(db, "v2", 99), { userId: "ada", inviteId: null, before: true });
  assert.equal((await findLink(db, "v1", "verify"))?.usedAt, 99);
});

Deno.test("a link can be used for its own purpose only", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await store(db, person("Ada", { verifiedAt: null }));
  await link(db, "v", "verify", "ada");
  await link(db, "r", "reset", "ada");
  assert.equal(await verifyByLink(db, "r", 1), undefined);
  assert.equal(await resetByLink(db, "v", { passwordHash: "new", now: 1 }), undefined);
  assert.equal(await findLink(db, "v", "reset"), undefined);
  assert.deepEqual(await findCredentials(db, ada).then((found) => [found?.passwordHash, found?.verifiedAt]), [
    "",
    null,
  ]);
});

Deno.test("a reset link sets the password once, ends all sessions of the user and invalidates their other reset links", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await store(db, person("Ada", { verifiedAt: null }), person("Grace"));
  for (const hash of ["s1", "s2"]) await session(db, hash, "ada");
  await session(db, "s3", "grace");
  for (const hash of ["r1", "r2"]) await link(db, hash, "reset", "ada");
  await link(db, "r3", "reset", "grace");
  assert.deepEqual(await resetByLink(db, "r1", { passwordHash: "first", now: 50 }), {
    id: "ada",
    email: ada,
    inviteId: null,
    lostCredentials: false,
  });
  assert.equal(await resetByLink(db, "r2", { passwordHash: "second", now: 51 }), undefined);
  const { passwordHash, verifiedAt } = (await findCredentials(db, ada))!;
  assert.deepEqual([passwordHash, verifiedAt], ["first", 50]);
  assert.deepEqual((await db.q.select().from(sessions)).map(({ hash }) => hash), ["s3"]);
  assert.deepEqual((await db.q.select().from(links)).map(({ hash }) => hash), ["r1", "r3"]);
});

Deno.test("a reset link that is used twice in the same millisecond changes the password once", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await store(db, person("Ada"));
  await link(db, "r", "reset", "ada");
  assert.deepEqual(
    await Promise.all(["first", "second"].map((passwordHash) => resetByLink(db, "r", { passwordHash, now: 50 }))),
    [
      { id: "ada", email: ada, inviteId: null, lostCredentials: false },
      undefined,
    ],
  );
  await session(db, "later", "ada");
  assert.equal(await resetByLink(db, "r", { passwordHash: "third", now: 50 }), undefined);
  assert.equal((await findCredentials(db, ada))?.passwordHash, "first");
  assert.ok(await findSession(db, "later", 50));
});

Deno.test("an expired reset link changes nothing", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await store(db, person("Ada", { passwordHash: "old" }));
  await session(db, "s", "ada");
  await link(db, "r", "reset", "ada", 100);
  assert.equal(await resetByLink(db, "r", { passwordHash: "new", now: 100 }), undefined);
  assert.equal((await findCredentials(db, ada))?.passwordHash, "old");
  assert.ok(await findSession(db, "s", 1));
});

Deno.test("invite links and invitations are deleted a week after they expired", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  await cast(db);
  const week = 7 * 24 * 3600_000;
  for (const [id, expiresAt] of [["old", 100], ["recent", 300]] as const) {
    await insertInviteLink(db, "ada", { id, groupId: "engine", hash: id, expiresAt, maxUses: null }, 1);
    const invitees = [{ id, email: `${id}@example.org`, hash: null }];
    await saveInvitations(db, "ada", { groupId: "engine", invitees, expiresAt }, 1);
  }
  await deleteExpired(db, week + 200);
  for (const table of [invites, invitations]) {
    assert.deepEqual((await db.q.select({ id: table.id }).from(table)).map(({ id }) => id), ["recent"]);
  }
});

Deno.test("expired sessions are deleted, and links a week after they expired", async () => {
  await using fresh = await freshDb();
  const { db } = fresh;
  const week = 7 * 24 * 3600_000;
  await store(db, person("Ada"));
  await session(db, "ended", "ada", 100);
  await session(db, "ending", "ada", week + 200);
  await session(db, "live", "ada", week + 201);
  await link(db, "old", "verify", "ada", 100);
  await link(db, "recent", "verify", "ada", 300);
  assert.deepEqual((await deleteExpired(db, week + 200)).sort(), ["ended", "ending"]);
  assert.deepEqual((await db.q.select().from(sessions)).map(({ hash }) => hash), ["live"]);
  assert.deepEqual((await db.q.select().from(links)).map(({ hash }) => hash), ["recent"]);
});
