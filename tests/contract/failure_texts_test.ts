import assert from "node:assert/strict";
import {
  loginFailureText,
  registerFailureText,
  verifyFailureText,
} from "../../server/contract/account/failure_texts.ts";
import {
  loginServerTexts,
  registerServerTexts,
  verifyServerTexts,
  verifyTexts,
} from "../../server/contract/account/texts.ts";
import { transportServerTexts } from "../../server/contract/site/texts.ts";

const foreign = "Etwas ganz anderes";

Deno.test("a failed login has a text by the code, else by a part of the message, else the message itself", () => {
  const unverified = {
    text: "Please verify your email address before logging in.",
    hint: "Check your email for the verification link.",
  };
  const unknown = { text: "No account found with this email address.", hint: "New here? Sign up for an account." };
  const wrong = { text: "Invalid password. Please try again." };
  assert.deepEqual(loginFailureText({ code: "email_unverified", message: foreign }), unverified);
  assert.deepEqual(loginFailureText({ code: "user_not_found", message: foreign }), unknown);
  assert.deepEqual(loginFailureText({ code: "invalid_password", message: foreign }), wrong);
  assert.deepEqual(loginFailureText({ message: loginServerTexts.unverified }), unverified);
  assert.deepEqual(loginFailureText({ message: "Please VERIFY YOUR EMAIL now" }), unverified);
  assert.deepEqual(loginFailureText({ message: loginServerTexts.invalidPassword }), wrong);
  assert.deepEqual(loginFailureText({ message: loginServerTexts.userNotFound }), unknown);
  const { tooMany } = transportServerTexts;
  assert.deepEqual(loginFailureText({ code: "too_many_requests", message: tooMany }), { text: tooMany });
  // The code counts, even where the message contains the words of another.
  const speaking = "Not an invalid password, but too many of them";
  assert.deepEqual(loginFailureText({ code: "too_many_requests", message: speaking }), { text: speaking });
  for (const nothing of [{}, { message: "" }]) assert.deepEqual(loginFailureText(nothing), { text: "Failed to login" });
});

Deno.test("a failed registration has a text by the code, else by a part of the message, else the message itself", () => {
  const taken = "This username is already taken. Please choose another.";
  const known = "An account with this email already exists. Please log in or use a different email.";
  const weak = "Your password is too weak. Please use at least 6 characters.";
  const byCode = { username_exists: taken, email_exists: known, weak_password: weak, other: foreign };
  for (const [code, text] of Object.entries(byCode)) {
    assert.deepEqual(registerFailureText({ code, message: foreign }), { text });
  }
  const byMessage = {
    [registerServerTexts.usernameExists]: taken,
    [registerServerTexts.emailExists]: known,
    "Weak password": weak,
    "Something else": "Something else",
    "": "Failed to register. Please try again or contact support.",
  };
  for (const [message, text] of Object.entries(byMessage)) assert.deepEqual(registerFailureText({ message }), { text });
  assert.deepEqual(registerFailureText({}), { text: "Failed to register. Please try again or contact support." });
});

Deno.test("a failed verification has a text for a missing, a used and an invalid link, else a general one", () => {
  const verify = verifyTexts;
  const none = "No verification token provided.";
  const used = "Your email is already verified. You can log in.";
  const invalid = "This verification link is invalid or has already been used. " +
    "If you need a new one, please request another verification email.";
  const failed = "Failed to verify email. Please try again.";
  const byCode = { no_token: none, already_verified: used, invalid_token: invalid, server_error: failed };
  for (const [code, text] of Object.entries(byCode)) {
    assert.deepEqual(verifyFailureText({ code, message: foreign }), { text });
  }
  const byMessage = {
    [verify.noToken]: none,
    [verifyServerTexts.alreadyVerified]: used,
    [verifyServerTexts.invalidToken]: invalid,
    "This link has expired": invalid,
    "Server error occurred. Please try again later.": failed,
  };
  for (const [message, text] of Object.entries(byMessage)) assert.deepEqual(verifyFailureText({ message }), { text });
  assert.deepEqual(verifyFailureText({}), { text: failed });
});
