import * as actions from "../../server/actions/auth.ts";
import { Address, Credentials, PasswordReset, Registration } from "../../server/contract/auth.ts";
import { texts } from "../../server/contract/texts.ts";
import { callerOf } from "../../server/http/caller.ts";
import { setSessionCookie } from "../../server/http/cookies.ts";
import { signedIn } from "../../server/http/guards.ts";
import { logOut } from "../../server/http/logout.ts";
import { router } from "../../server/http/router.ts";
import { json } from "../../server/http/validate.ts";

export const auth = router();

auth.post("/register", json(Registration), async (c) => {
  const registered = await actions.registerUser(c.var.deps, c.req.valid("json"), callerOf(c));
  if (registered.token) setSessionCookie(c, registered.token);
  return c.json(registered, 201);
});

auth.post("/login", json(Credentials), async (c) => {
  const answer = await actions.logIn(c.var.deps, c.req.valid("json"), callerOf(c));
  setSessionCookie(c, answer.token);
  return c.json(answer);
});

auth.post("/logout", async (c) => {
  await logOut(c);
  return c.json({ message: texts.logout.success });
});

auth.get("/me", signedIn, (c) => {
  // A browser that has the token but lost its cookie gets the cookie, and with it the pages, back.
  if (c.var.credential?.carriedBy === "bearer") setSessionCookie(c, c.var.credential.token);
  return c.json(c.var.user);
});

auth.get("/verify-email", async (c) => {
  await actions.verifyEmail(c.var.deps, c.req.query("token"));
  return c.json({ message: texts.verify.success });
});

auth.post("/resend-verification", json(Address), async (c) => {
  const { deps, address } = c.var;
  await actions.resendVerification(deps, c.req.valid("json").email, { address });
  return c.json({ message: texts.verify.resent });
});

auth.post("/forgot-password", json(Address), async (c) => {
  const { deps, address } = c.var;
  await actions.requestReset(deps, c.req.valid("json").email, { address });
  return c.json({ message: texts.reset.requested });
});

auth.post("/reset-password", json(PasswordReset), async (c) => {
  const { deps, address } = c.var;
  await actions.resetPassword(deps, c.req.valid("json"), { address });
  return c.json({ message: texts.reset.success });
});
