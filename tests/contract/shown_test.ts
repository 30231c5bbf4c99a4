import assert from "node:assert/strict";
import { shownLoginError, shownRegisterError, shownVerifyError } from "../../server/contract/shown.ts";
import { texts } from "../../server/contract/texts.ts";

Deno.test("login says in its own words what the server's message means, and else the message", () => {
  assert.deepEqual(shownLoginError(texts.login.unverified), {
    text: "Please verify your email address before logging in.",
    hint: "Check your email for the verification link.",
  });
  assert.deepEqual(shownLoginError(texts.login.invalidPassword), { text: "Invalid password. Please try again." });
  assert.deepEqual(shownLoginError(texts.login.userNotFound), {
    text: "No account found with this email address.",
    hint: "New here? Register for an account.",
  });
  assert.deepEqual(shownLoginError("Please VERIFY YOUR EMAIL now").text, texts.login.shownUnverified);
  assert.deepEqual(shownLoginError(texts.transport.tooMany), { text: texts.transport.tooMany });
  for (const nothing of [undefined, ""]) assert.deepEqual(shownLoginError(nothing), { text: "Failed to login" });
});

Deno.test("registration says in its own words what the server's message means, and else the message", () => {
  const shown = {
    [texts.register.usernameExists]: "This username is already taken. Please choose another.",
    [texts.register.emailExists]: "An account with this email already exists. Please log in or use a different email.",
    "Weak password": "Your password is too weak. Please use at least 6 characters.",
    "Something else": "Something else",
    "": "Failed to register. Please try again or contact support.",
  };
  for (const [message, text] of Object.entries(shown)) assert.deepEqual(shownRegisterError(message), { text });
  assert.deepEqual(shownRegisterError(undefined), { text: texts.register.failed });
});

Deno.test("verification tells a missing, a used and an invalid link apart, and speaks of a failure otherwise", () => {
  const { verify } = texts;
  assert.equal(shownVerifyError(verify.noToken).text, "No verification token provided.");
  assert.equal(shownVerifyError(verify.alreadyVerified).text, "Your email is already verified. You can log in.");
  assert.equal(
    shownVerifyError(verify.invalidToken).text,
    "This verification link is invalid or has already been used. " +
      "If you need a new one, please request another verification email.",
  );
  for (const other of [undefined, "Server error occurred. Please try again later."]) {
    assert.equal(shownVerifyError(other).text, "Failed to verify email. Please try again.");
  }
});
