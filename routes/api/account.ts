import { z } from "zod";
import { cancelDeletion, requestDeletion } from "../../server/actions/account/deletion.ts";
import { changeEmail, confirmEmail, resendVerification, verifyEmail } from "../../server/actions/account/email.ts";
import { useCard } from "../../server/actions/account/cards.ts";
import { exportOwn } from "../../server/actions/account/export.ts";
import {
  beginIdentityProviderLogin,
  beginLogin,
  finish,
  finishIdentityProviderLogin,
} from "../../server/actions/account/identity_provider_login.ts";
import { logIn, logOut } from "../../server/actions/account/login.ts";
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  listPasskeys,
  logInWithPasskey,
  removePasskey,
  renamePasskey,
} from "../../server/actions/account/passkeys.ts";
import {
  changePassword,
  checkPassword,
  requestPasswordReset,
  resetPassword,
} from "../../server/actions/account/passwords.ts";
import { beginProof, prove } from "../../server/actions/account/proof.ts";
import { checkEmail, register } from "../../server/actions/account/register.ts";
import { endOtherSessions, endSession, listSessions } from "../../server/actions/account/sessions.ts";
import { storageOfAccount } from "../../server/actions/account/storage.ts";
import {
  beginTwoStep,
  confirmTwoStep,
  endTwoStep,
  logInWithCode,
  renewRecoveryCodes,
  twoStepState,
} from "../../server/actions/account/two_step.ts";
import { accountPaths } from "../../server/contract/account/paths.ts";
import {
  type Authenticated,
  OwnSession,
  Passkey,
  type SignedIn,
  TwoStepState,
} from "../../server/contract/account/shapes.ts";
import { identityProviderTexts, loginTexts, logoutTexts } from "../../server/contract/account/texts.ts";
import { User } from "../../server/contract/people/shapes.ts";
import { sitePaths } from "../../server/contract/site/paths.ts";
import { count } from "../../server/contract/site/shapes.ts";
import { asAppError, NotFound } from "../../server/errors.ts";
import { type CallDoor, callIn, perform } from "../../server/http/call_door.ts";
import { setFlash, setSessionCookie } from "../../server/http/cookies.ts";
import { downloadZip, zipHeaders } from "../../server/http/file_response.ts";
import { logFailure } from "../../server/http/request_log.ts";
import type { Ctx, SignedInEnv } from "../../server/http/router.ts";
import {
  askForCode,
  attemptOf,
  callerOf,
  finishRegistration,
  forgetAttempt,
  keepPendingInvite,
  pendingInviteOf,
  rememberAttempt,
  signInBrowser,
  signOut,
  welcome,
  withPendingInvite,
} from "../../server/http/sign_in.ts";
import { operation } from "../../server/operation.ts";

const readMe = operation({
  call: "GET /auth/me",
  summary: "The caller",
  access: "signedIn",
  guests: true,
  gives: User,
  run: ({ user }) => user,
});

const readSessions = operation({
  call: "GET /auth/sessions",
  summary: "Where the caller is signed in",
  access: "signedIn",
  gives: { sessions: z.array(OwnSession) },
  run: async ({ deps, session }) => ({ sessions: await listSessions(deps, session) }),
});

const readPasskeys = operation({
  call: "GET /auth/passkeys",
  summary: "The caller's passkeys",
  access: "signedIn",
  gives: { passkeys: z.array(Passkey) },
  run: async ({ deps, user }) => ({ passkeys: await listPasskeys(deps, user.id) }),
});

const readTwoStep = operation({
  call: "GET /auth/totp",
  summary: "Whether the caller's codes are on",
  access: "signedIn",
  gives: TwoStepState,
  run: ({ deps, user }) => twoStepState(deps, user.id),
});

const readStorage = operation({
  call: "GET /users/storage",
  summary: "How many bytes the caller stores, and how many they may",
  access: "signedIn",
  gives: { used: count, quota: count },
  run: ({ deps, user }) => storageOfAccount(deps, user),
});

export const account = {
  register,
  logIn,
  logOut,
  readMe,
  verifyEmail,
  resendVerification,
  requestPasswordReset,
  resetPassword,
  checkEmail,
  checkPassword,
  readSessions,
  endOtherSessions,
  endSession,
  changePassword,
  changeEmail,
  confirmEmail,
  readPasskeys,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  beginPasskeyLogin,
  logInWithPasskey,
  beginProof,
  prove,
  readTwoStep,
  beginTwoStep,
  confirmTwoStep,
  renewRecoveryCodes,
  endTwoStep,
  logInWithCode,
  useCard,
  beginIdentityProviderLogin,
  finishIdentityProviderLogin,
  readStorage,
  exportOwn,
  requestDeletion,
  cancelDeletion,
};

const signsIn: CallDoor = { done: (c, { token }: SignedIn) => signInBrowser(c, token) };

export const accountDoors: Partial<Record<keyof typeof account, CallDoor>> = {
  register: {
    input: withPendingInvite,
    async done(c, registered: Authenticated) {
      await finishRegistration(c, registered);
      if (registered.token) signInBrowser(c, registered.token);
    },
  },
  logIn: { done: (c, answer) => "ticket" in answer || signInBrowser(c, answer.token) },
  useCard: { done: (c, answer) => "ticket" in answer || signInBrowser(c, answer.token) },
  logInWithPasskey: signsIn,
  logInWithCode: signsIn,
  logOut: {
    async respond(c) {
      await signOut(c);
      return c.json({ message: logoutTexts.success });
    },
  },
  // A browser that has the token but lost its cookie gets the cookie, and with it the pages, back.
  readMe: {
    done(c) {
      const { sessionToken } = c.var;
      if (sessionToken?.carriedBy === "bearer") setSessionCookie(c, sessionToken.token);
    },
  },
  exportOwn: { respond: sendExport },
  beginIdentityProviderLogin: { respond: leadToProvider },
  finishIdentityProviderLogin: { respond: returnFromProvider },
};

async function sendExport(c: Ctx<SignedInEnv>): Promise<Response> {
  if (c.req.method === "HEAD") return c.body(null, 200, zipHeaders("my-data.zip"));
  const zip = await perform(exportOwn, callIn(c, exportOwn, {}), {});
  return downloadZip(c, "my-data.zip", zip as ReadableStream);
}

async function leadToProvider(c: Ctx<SignedInEnv>): Promise<Response> {
  const next = c.req.query("next");
  try {
    const { url, token } = await beginLogin(c.var.deps, next, callerOf(c));
    keepPendingInvite(c, next);
    rememberAttempt(c, token);
    return c.redirect(url.href, 302);
  } catch (error) {
    return explain(c, error);
  }
}

async function returnFromProvider(c: Ctx<SignedInEnv>): Promise<Response> {
  try {
    const finished = await finish(c.var.deps, {
      token: attemptOf(c),
      query: new URL(c.req.url).search,
      session: c.var.session,
      invite: pendingInviteOf(c),
      caller: callerOf(c),
    });
    forgetAttempt(c);
    if (finished.isLinked) {
      setFlash(c, "success", identityProviderTexts.linked);
      return c.redirect(accountPaths.accountSection("elsewhere"), 303);
    }
    const { answer, next } = finished;
    if ("ticket" in answer) return askForCode(c, answer, next);
    return welcome(c, answer.token, { text: loginTexts.success, to: next ?? sitePaths.dashboard });
  } catch (error) {
    // Somebody else's address for this page takes nothing from what the browser has begun.
    if (asAppError(error).code !== "sign_in_expired") forgetAttempt(c);
    return explain(c, error);
  }
}

function explain(c: Ctx<SignedInEnv>, error: unknown): Response {
  if (error instanceof NotFound) throw error;
  const { status, code } = asAppError(error);
  if (status === 500) throw error;
  logFailure(c, error);
  return c.redirect(accountPaths.identityProviderFailed(code), 303);
}
