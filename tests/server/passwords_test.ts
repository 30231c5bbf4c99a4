import assert from "node:assert/strict";
import { asAppError } from "../../server/errors.ts";
import { openPasswords } from "../../server/auth/passwords.ts";

Deno.test("a password is hashed with argon2id, 19 MiB, two passes and one lane, and salted anew each time", async () => {
  const passwords = openPasswords();
  const hashes = await Promise.all([passwords.hash("Correct-horse-1"), passwords.hash("Correct-horse-1")]);
  for (const hash of hashes) assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.notEqual(hashes[0], hashes[1]);
  for (const hash of hashes) assert.equal(await passwords.verify(hash, "Correct-horse-1"), true);
  assert.equal(await passwords.verify(hashes[0], "correct-horse-1"), false);
});

Deno.test("every character of a password counts: the 200th, those after a NUL, and emoji", async () => {
  const passwords = openPasswords();
  const pairs = [["x".repeat(199) + "a", "x".repeat(199) + "b"], ["abc\0def", "abc\0xyz"], ["🙂🙂🙂", "🙂🙂🙃"]];
  for (const [right, wrong] of pairs) {
    const hash = await passwords.hash(right);
    assert.equal(await passwords.verify(hash, right), true);
    assert.equal(await passwords.verify(hash, wrong), false);
  }
});

Deno.test("without a hash no password is right, not even an empty one", async () => {
  const passwords = openPasswords();
  for (const password of ["", "undefined", "Correct-horse-1"]) {
    assert.equal(await passwords.verify(undefined, password), false);
  }
});

Deno.test("hashing does not block the event loop", async () => {
  const passwords = openPasswords();
  let turns = 0;
  const counting = setInterval(() => turns++, 1);
  await Promise.all(Array.from({ length: 6 }, () => passwords.hash("Correct-horse-1")));
  clearInterval(counting);
  assert.ok(turns > 0);
});

Deno.test("further calls are refused with Retry-After while too many wait", async () => {
  const passwords = openPasswords({ maxQueued: 3 });
  const settled = await Promise.allSettled(Array.from({ length: 9 }, () => passwords.hash("guess")));
  const refused = settled.filter((one) => one.status === "rejected").map(({ reason }) => reason);
  // Two at once, and three that wait.
  assert.equal(refused.length, 4);
  for (const error of refused) {
    const { status, code, details } = asAppError(error);
    assert.deepEqual([status, code, details.headers], [503, "unavailable", { "Retry-After": "5" }]);
  }
  assert.equal(await passwords.verify(await passwords.hash("right"), "right"), true);
});
