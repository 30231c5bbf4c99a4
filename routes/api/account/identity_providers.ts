import { beginElsewhere, finishElsewhere } from "../../../server/actions/account/identity_providers.ts";
import { identityTexts, loginTexts } from "../../../server/contract/account/texts.ts";
import { asAppError, NotFound } from "../../../server/errors.ts";
import { callerOf } from "../../../server/http/caller.ts";
import { signInBrowser } from "../../../server/http/sign_in.ts";
import { described } from "../../../server/http/describe.ts";
import { setFlash } from "../../../server/http/flash.ts";
import { inviteOf, isJoining } from "../../../server/http/joining.ts";
import { attemptOf, forgetAttempt, rememberAttempt } from "../../../server/http/oidc.ts";
import { logFailure } from "../../../server/http/request_log.ts";
import { type Ctx, router } from "../../../server/http/router.ts";
import { askForCode } from "../../../server/http/two_step.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";

/** Signing in with an account elsewhere (OpenID Connect). Browsers come here by links: failures are shown on a page. */
export const oidc = router();

oidc.get(
  "/",
  described("Leads to where people have accounts too, to sign in by one", undefined, { status: 302, query: ["next"] }),
  async (c) => {
    try {
      const { url, token } = await beginElsewhere(c.var.deps, c.req.query("next"), callerOf(c));
      isJoining(c, c.req.query("next"));
      rememberAttempt(c, token);
      return c.redirect(url.href, 302);
    } catch (error) {
      return explain(c, error);
    }
  },
);

oidc.get(
  "/callback",
  described("Ends that in a session, and leads to where it was begun", undefined, {
    status: 303,
    query: ["code", "state", "iss", "error"],
  }),
  async (c) => {
    const token = attemptOf(c);
    try {
      const finished = await finishElsewhere(c.var.deps, {
        token,
        query: new URL(c.req.url).search,
        session: c.var.session,
        invite: inviteOf(c),
        caller: callerOf(c),
      });
      forgetAttempt(c);
      if (finished.linked) {
        setFlash(c, "success", identityTexts.linked);
        return c.redirect(`${accountPaths.account}#elsewhere`, 303);
      }
      const { answer, next } = finished;
      if (answer.twoFactor) return askForCode(c, answer, next);
      signInBrowser(c, answer.token);
      setFlash(c, "success", loginTexts.success);
      return c.redirect(next ?? sitePaths.dashboard, 303);
    } catch (error) {
      // Somebody else's address for this page takes nothing from what the browser has begun.
      if (asAppError(error).code !== "sign_in_expired") forgetAttempt(c);
      return explain(c, error);
    }
  },
);

/** Leads to the page that says what went wrong. Nothing is there where the settings name no provider. */
function explain(c: Ctx, error: unknown): Response {
  if (error instanceof NotFound) throw error;
  const { status, code } = asAppError(error);
  if (status === 500) throw error;
  logFailure(c, error);
  return c.redirect(accountPaths.elsewhereFailed(code), 303);
}
