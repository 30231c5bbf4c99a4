import * as actions from "../../server/actions/auth.ts";
import { Address, Credentials, PasswordReset, Registration } from "../../server/contract/auth.ts";
import { texts } from "../../server/contract/texts.ts";
import { setSessionCookie } from "../../server/http/cookies.ts";
import { signedIn } from "../../server/http/guards.ts";
import { logOut } from "../../server/http/logout.ts";
import { router } from "../../server/http/router.ts";
import { json } from "../../server/http/validate.ts";
import { limitMail, limitRegister } from "../../server/rate_limits.ts";

export const auth = router();

auth.post("/register", json(Registration), async (c) => {
  await limitRegister(c);
  const registered = await actions.registerUser(c.var.deps, c.req.valid("json"));
  if (registered.token) setSessionCookie(c, registered.token);
  return c.json(registered, 201);
});

auth.post("/login", json(Credentials), async (c) => {
  const answer = await actions.logIn(c.var.deps, c.req.valid("json"), c.var.address);
  setSessionCookie(c, answer.token);
  return c.json(answer);
});

auth.post("/logout", async (c) => {
  await logOut(c);
  return c.json({ message: texts.logout.success });
});

auth.get("/me", signedIn, (c) => {
  // A browser that kept its token but lost its cookie gets its pages back.
  if (c.var.credential?.carriedBy === "bearer") setSessionCookie(c, c.var.credential.token);
  return c.json(c.var.user);
});

auth.get("/verify-email", async (c) => {
  await actions.verifyEmail(c.var.deps, c.req.query("token"));
  return c.json({ message: texts.verify.success });
});

auth.post("/resend-verification", json(Address), async (c) => {
  const { email } = c.req.valid("json");
  await limitMail(c, email);
  await actions.resendVerification(c.var.deps, email);
  return c.json({ message: texts.verify.resent });
});

auth.post("/forgot-password", json(Address), async (c) => {
  const { email } = c.req.valid("json");
  await limitMail(c, email);
  await actions.requestReset(c.var.deps, email);
  return c.json({ message: texts.reset.requested });
});

auth.post("/reset-password", json(PasswordReset), async (c) => {
  await actions.resetPassword(c.var.deps, c.req.valid("json"), c.var.address);
  return c.json({ message: texts.reset.success });
});
