import assert from "node:assert/strict";
import { users } from "../../db/schema.ts";
import { startApp } from "../support/app.ts";
import { visit } from "../support/requests.ts";

const hour = 3600_000;

Deno.test("who has no password is asked for none; an hour after signing in they read that they are to sign in again", async () => {
  let now = Date.now();
  await using app = await startApp({ clock: () => now, env: { OPERATORS: "ada@example.org" } });
  const { db } = app.deps;
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const read = async (path: string) => await (await visit(app, path, ada)).text();
  const signInAgain = (html: string) => html.split("Please log out and in again first").length - 1;
  const passwords = (html: string) => html.split('type="password"').length - 1;
  const removing = `/operator/people?remove=${grace.id}`;
  now += hour;
  const before = [await read("/account"), await read(removing)];
  assert.deepEqual(before.map(signInAgain), [0, 0]);
  // Three of the password itself, one of the address, and one of each passkey and the two-step codes.
  assert.deepEqual(before.map(passwords), [6, 1]);

  await db.write([db.q.update(users).set({ passwordHash: "" })]);
  const after = [await read("/account"), await read(removing)];
  assert.deepEqual(after.map(signInAgain), [2, 1]);
  assert.deepEqual(after.map(passwords), [0, 0]);
  assert.ok(after[0].includes("To change it, choose a password first."));

  now -= hour;
  const soon = [await read("/account"), await read(removing)];
  assert.deepEqual([soon.map(signInAgain), soon.map(passwords)], [[0, 0], [0, 0]]);
  assert.ok(soon[0].includes("Add a passkey") && soon[0].includes("Set up two-step codes"));
});
