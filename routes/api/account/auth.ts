import * as actions from "../../../server/actions/account/auth.ts";
import { Done } from "../../../server/contract/site/answers_shared.ts";
import { z } from "zod";
import { LoginAnswer } from "../../../server/contract/account/answers_sign_in.ts";
import { User } from "../../../server/contract/people/answers_people.ts";
import { described } from "../../../server/http/describe.ts";
import { Address, Credentials, PasswordReset, Registration } from "../../../server/contract/account/auth.ts";
import { callerOf } from "../../../server/http/caller.ts";
import { forgetJoining, withInvite } from "../../../server/http/joining.ts";
import { setSessionCookie } from "../../../server/http/cookies.ts";
import { signInBrowser } from "../../../server/http/sign_in.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { logOut } from "../../../server/http/logout.ts";
import { router } from "../../../server/http/router.ts";
import { json } from "../../../server/http/validate.ts";
import {
  logoutTexts,
  resetServerTexts,
  verifyServerTexts,
  verifyTexts,
} from "../../../server/contract/account/texts.ts";

export const auth = router();

auth.post(
  "/register",
  described("Creates an account; the token is null while its address awaits verification", {
    message: z.string(),
    user: User,
    token: z.string().nullable(),
    groupId: z.string().optional(),
  }, { status: 201 }),
  json(Registration),
  async (c) => {
    const registered = await actions.registerUser(c.var.deps, withInvite(c, c.req.valid("json")), callerOf(c));
    forgetJoining(c);
    if (registered.token) signInBrowser(c, registered.token);
    return c.json(registered, 201);
  },
);

auth.post(
  "/login",
  described("Signs in, and sets the cookie; or asks for a code, where two-step codes are on", LoginAnswer),
  json(Credentials),
  async (c) => {
    const answer = await actions.logIn(c.var.deps, c.req.valid("json"), callerOf(c));
    if (!answer.twoFactor) signInBrowser(c, answer.token);
    return c.json(answer);
  },
);

auth.post("/logout", described("Ends this session"), async (c) => {
  await logOut(c);
  return c.json({ message: logoutTexts.success });
});

auth.get("/me", described("The caller", User), signedIn, (c) => {
  // A browser that has the token but lost its cookie gets the cookie, and with it the pages, back.
  if (c.var.credential?.carriedBy === "bearer") setSessionCookie(c, c.var.credential.token);
  return c.json(c.var.user);
});

auth.get(
  "/verify-email",
  described("Verifies an address by the token of a mailed link", Done, { query: ["token"] }),
  async (c) => {
    await actions.verifyEmail(c.var.deps, c.req.query("token"));
    return c.json({ message: verifyServerTexts.success });
  },
);

auth.post(
  "/resend-verification",
  described("Mails a new verification link to an address that awaits one"),
  json(Address),
  async (c) => {
    const { deps, address } = c.var;
    await actions.resendVerification(deps, c.req.valid("json").email, { address });
    return c.json({ message: verifyTexts.resent });
  },
);

auth.post("/forgot-password", described("Mails a link to choose a new password"), json(Address), async (c) => {
  const { deps, address } = c.var;
  await actions.requestReset(deps, c.req.valid("json").email, { address });
  return c.json({ message: resetServerTexts.requested });
});

auth.post(
  "/reset-password",
  described("Sets a new password by a mailed link, and ends every session of the account"),
  json(PasswordReset),
  async (c) => {
    const { deps, address } = c.var;
    return c.json({ message: await actions.resetPassword(deps, c.req.valid("json"), { address }) });
  },
);
