import assert from "node:assert/strict";
import { Login, Registration } from "../../server/contract/account/shapes.ts";
import { made, nothings } from "./made.ts";

Deno.test("a registration's full name is accepted under three keys", () => {
  const rest = { email: "ada@example.org", password: "secret" };
  for (const key of ["fullname", "fullName", "name"]) {
    assert.deepEqual(made(Registration, { ...rest, [key]: "Ada" }), { ...rest, fullname: "Ada" });
  }
  assert.deepEqual(made(Registration, { ...rest, name: "c", fullName: "b", fullname: "a" }), {
    ...rest,
    fullname: "a",
  });
  assert.equal(made(Registration, rest), "This field is required.");
  for (const wrong of nothings) assert.equal(Registration.safeParse(wrong).success, false);
});

Deno.test("a chosen username is lower-cased and has only allowed characters", () => {
  const rest = { fullname: "Ada", email: "ada@example.org", password: "secret" };
  assert.deepEqual(made(Registration, { ...rest, username: " Ada.L_1-x " }), { ...rest, username: "ada.l_1-x" });
  for (const username of ["ab", "x".repeat(31), "a b c", "ädä", "a/b/c", "<b>"]) {
    assert.match(String(made(Registration, { ...rest, username })), /3 to 30 characters/, username);
  }
});

Deno.test("credentials are any address and any password", () => {
  assert.deepEqual(made(Login, { email: " ADA ", password: "x" }), { email: "ada", password: "x" });
  for (
    const wrong of [{ email: "ada" }, { password: "x" }, { email: " ", password: "x" }, { email: "a", password: "" }]
  ) {
    assert.equal(made(Login, wrong), "This field is required.");
  }
});
