import assert from "node:assert/strict";
import { findLink, insertLink, setPasswordByLink, verifyByLink } from "../../../db/account/tokens.ts";
import { deleteExpired, deleteSession, extendSession, findSession } from "../../../db/account/sessions.ts";
import type { Db } from "../../../db/engine/client.ts";
import { saveInvitations } from "../../../db/groups/invitations.ts";
import { insertInviteLink } from "../../../db/groups/invite_links.ts";
import { invitations, invites, links, sessions } from "../../../db/schema.ts";
import { findCredentials } from "../../../db/account/accounts.ts";
import { person, store } from "../../support/people.ts";
import { test } from "../../support/db.ts";

const session = (db: Db, hash: string, userId: string, expiresAt = 100) =>
  db.write([db.q.insert(sessions).values({ hash, userId, createdAt: 1, expiresAt })]);

const link = (db: Db, hash: string, kind: "verify" | "reset", userId: string, expiresAt = 100) =>
  db.write([insertLink(db, { hash, userId, kind, expiresAt })]);

const ada = "ada@example.org";

test.empty("a session is found with its user, without their password, until the moment it ends", async ({ db }) => {
  await store(db, person("Ada", { passwordHash: "secret-hash" }));
  await session(db, "s", "ada", 100);
  const found = await findSession(db, "s", 99);
  assert.equal(found?.user.username, "ada");
  assert.equal(found?.expiresAt, 100);
  assert.doesNotMatch(JSON.stringify(found), /secret-hash|password/i);
  assert.equal(await findSession(db, "s", 100), undefined);
  await extendSession(db, "s", 200);
  assert.ok(await findSession(db, "s", 100));
  assert.equal(await findSession(db, "other", 1), undefined);
  await deleteSession(db, "s");
  assert.equal(await findSession(db, "s", 1), undefined);
});

test.empty("a link can be used for its own purpose only", async ({ db }) => {
  await store(db, person("Ada", { verifiedAt: null }));
  await link(db, "v", "verify", "ada");
  await link(db, "r", "reset", "ada");
  assert.equal(await verifyByLink(db, "r", 1), undefined);
  assert.equal(await setPasswordByLink(db, "v", { kind: "reset", passwordHash: "new", now: 1 }), undefined);
  assert.equal(await findLink(db, "v", "reset"), undefined);
  assert.deepEqual(await findCredentials(db, ada).then((found) => [found?.passwordHash, found?.verifiedAt]), [
    "",
    null,
  ]);
});

test.empty("a reset link that is used twice in the same millisecond changes the password once", async ({ db }) => {
  await store(db, person("Ada"));
  await link(db, "r", "reset", "ada");
  assert.deepEqual(
    await Promise.all(
      ["first", "second"].map((passwordHash) => setPasswordByLink(db, "r", { kind: "reset", passwordHash, now: 50 })),
    ),
    [
      { id: "ada", inviteId: null, lostCredentials: false },
      undefined,
    ],
  );
  await session(db, "later", "ada");
  assert.equal(await setPasswordByLink(db, "r", { kind: "reset", passwordHash: "third", now: 50 }), undefined);
  assert.equal((await findCredentials(db, ada))?.passwordHash, "first");
  assert.ok(await findSession(db, "later", 50));
});

test("expired sessions are deleted, and links, invite links and invitations a week after they expired", async ({ db }) => {
  const week = 7 * 24 * 3600_000;
  for (const [id, code, expiresAt] of [["old", "ABCDEF", 100], ["recent", "ABCDEG", 300]] as const) {
    await insertInviteLink(db, "ada", { id, groupId: "engine", hash: id, code, expiresAt, maxUses: null }, 1);
    const invitees = [{ id, email: `${id}@example.org`, hash: null }];
    await saveInvitations(db, "ada", { groupId: "engine", invitees, expiresAt }, 1);
  }
  await session(db, "ended", "ada", 100);
  await session(db, "ending", "ada", week + 200);
  await session(db, "live", "ada", week + 201);
  await link(db, "old", "verify", "ada", 100);
  await link(db, "recent", "verify", "ada", 300);
  assert.deepEqual((await deleteExpired(db, week + 200)).sort(), ["ended", "ending"]);
  assert.deepEqual((await db.q.select().from(sessions)).map(({ hash }) => hash), ["live"]);
  assert.deepEqual((await db.q.select().from(links)).map(({ hash }) => hash), ["recent"]);
  for (const table of [invites, invitations]) {
    assert.deepEqual((await db.q.select({ id: table.id }).from(table)).map(({ id }) => id), ["recent"]);
  }
});
