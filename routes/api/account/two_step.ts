import * as actions from "../../../server/actions/account/two_step.ts";
import { NewSecret, RecoveryCodes, SignedIn, TwoStepState } from "../../../server/contract/account/answers_sign_in.ts";
import { Reauthentication } from "../../../server/contract/account/auth.ts";
import { CodeLogin, CodeOrPassword, FirstCode } from "../../../server/contract/account/two_step.ts";
import { twoStepTexts } from "../../../server/contract/account/texts.ts";
import { callerOf } from "../../../server/http/caller.ts";
import { signInBrowser } from "../../../server/http/sign_in.ts";
import { described } from "../../../server/http/describe.ts";
import { noStore } from "../../../server/http/headers.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { json } from "../../../server/http/validate.ts";

/** Codes of an app as a second step after the password. */
export const twoStep = router();

twoStep.get("/", described("Whether the caller's codes are on", TwoStepState), signedIn, async (c) => {
  return c.json(await actions.twoStepState(c.var.deps, c.var.user.id));
});

twoStep.post(
  "/",
  described("Makes a secret for the caller's app, to be confirmed by its first code", NewSecret),
  signedIn,
  json(Reauthentication),
  async (c) => {
    const proof = { ...c.req.valid("json"), caller: callerOf(c) };
    return c.json(await actions.beginTwoStep(c.var.deps, c.var.session, proof), 200, noStore);
  },
);

twoStep.post(
  "/confirm",
  described("Turns the codes on by the first one; the recovery codes are answered this once", RecoveryCodes),
  signedIn,
  json(FirstCode),
  async (c) => {
    const recoveryCodes = await actions.confirmTwoStep(c.var.deps, c.var.user, c.req.valid("json").code);
    return c.json({ message: twoStepTexts.on, recoveryCodes }, 200, noStore);
  },
);

twoStep.post(
  "/recovery-codes",
  described("Makes new recovery codes, by a code or the password", RecoveryCodes),
  signedIn,
  json(CodeOrPassword),
  async (c) => {
    const proof = { ...c.req.valid("json"), caller: callerOf(c) };
    const recoveryCodes = await actions.renewRecoveryCodes(c.var.deps, c.var.user, proof);
    return c.json({ message: twoStepTexts.recoveryReplaced, recoveryCodes }, 200, noStore);
  },
);

twoStep.delete(
  "/",
  described("Turns the codes off, by a code or the password"),
  signedIn,
  json(CodeOrPassword),
  async (c) => {
    await actions.endTwoStep(c.var.deps, c.var.user, { ...c.req.valid("json"), caller: callerOf(c) });
    return c.json({ message: twoStepTexts.turnedOff });
  },
);

twoStep.post(
  "/login",
  described("Signs in with a login's ticket and a code, and sets the cookie", SignedIn),
  json(CodeLogin),
  async (c) => {
    const answer = await actions.logInWithCode(c.var.deps, c.req.valid("json"), callerOf(c));
    signInBrowser(c, answer.token);
    return c.json(answer);
  },
);
