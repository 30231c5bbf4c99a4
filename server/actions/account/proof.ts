/** Proving once more who one is: what needs it answers 403 `password_needed` in a session older than ten minutes. */
import { listPasskeys } from "../../../db/account/credentials.ts";
import { recordProof } from "../../../db/account/sessions.ts";
import { acceptPasskey, newChallenge, takeChallenge } from "./passkeys.ts";
import { assertProof, reauthenticationFails } from "./reauthentication.ts";
import type { Session } from "../../auth/sessions.ts";
import { loginOptions } from "../../auth/webauthn.ts";
import { type PasskeyLogin, ReauthenticationOrPasskey, RequestOptions } from "../../contract/account/shapes.ts";
import { passkeyTexts, proofTexts } from "../../contract/account/texts.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest } from "../../errors.ts";
import { operation } from "../../operation.ts";

export const beginProof = operation({
  call: "POST /auth/proof/options",
  summary: "What a browser needs to prove by a passkey who the caller is, as WebAuthn names it",
  access: "signedIn",
  gives: RequestOptions,
  limit: "newKey",
  async run({ deps, user }) {
    const challenge = await newChallenge(deps, "proof", user.id);
    return { ...await loginOptions(deps.config, challenge, await listPasskeys(deps.db, user.id)) };
  },
});

export const prove = operation({
  call: "POST /auth/proof",
  summary: "Proves by the password, a code or a passkey who the caller is, for the next ten minutes of the session",
  access: "signedIn",
  takes: ReauthenticationOrPasskey,
  says: proofTexts.proven,
  fails: { ...reauthenticationFails, 400: [...reauthenticationFails[400], "challenge_expired", "invalid_passkey"] },
  async run({ deps, session, caller }, { passkey, ...proof }) {
    const isTwoStep = passkey
      ? await assertPasskey(deps, session, passkey)
      : await assertProof(deps, session, { ...proof, caller });
    await recordProof(deps.db, session.hash, { now: deps.clock(), isTwoStep });
  },
});

async function assertPasskey(deps: Deps, { user }: Session, answer: PasskeyLogin): Promise<true> {
  const { challenge, userId } = await takeChallenge(deps, "proof", answer);
  const passkey = userId === user.id && await acceptPasskey(deps, challenge, answer);
  if (!passkey || passkey.userId !== user.id) throw new BadRequest(passkeyTexts.refused, "invalid_passkey");
  return true;
}
