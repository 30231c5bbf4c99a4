/** Proving once more who one is, for what is done within ten minutes. */
import { listPasskeys } from "../../../db/account/passkeys.ts";
import { recordProof } from "../../../db/account/sessions.ts";
import type { Session } from "../../auth/sessions.ts";
import { loginOptions } from "../../auth/webauthn.ts";
import { passkeyTexts } from "../../contract/account/texts.ts";
import type { PasskeyLogin } from "../../contract/account/passkeys.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest } from "../../errors.ts";
import { acceptPasskey, newChallenge, takeChallenge } from "./passkeys.ts";
import { assertProof, type Proof } from "./reauthentication.ts";

/** What the caller's browser is asked for to prove it by one of their passkeys. @throws TooMany */
export async function beginProof(deps: Pick<Deps, "config" | "db" | "clock" | "limiter">, { user }: Session) {
  const { config, db, limiter } = deps;
  await limiter.take("newKey", user.id);
  const challenge = await newChallenge(deps, "proof", user.id);
  return await loginOptions(config, challenge, await listPasskeys(db, user.id));
}

/**
 * Stores that the caller has proven just now who they are: by their password, a code or a passkey.
 *
 * @throws Forbidden where they gave nothing, BadRequest for what is wrong, TooMany after too many failures
 */
export async function prove(
  deps: Pick<Deps, "config" | "db" | "clock" | "limiter" | "passwords" | "mailer">,
  session: Session,
  { passkey, ...proof }: Proof & { passkey?: PasskeyLogin },
): Promise<void> {
  const isTwoStep = passkey ? await assertPasskey(deps, session, passkey) : await assertProof(deps, session, proof);
  await recordProof(deps.db, session.hash, { now: deps.clock(), isTwoStep });
}

async function assertPasskey(
  deps: Pick<Deps, "config" | "db" | "clock">,
  { user }: Session,
  answer: PasskeyLogin,
): Promise<true> {
  const { challenge, userId } = await takeChallenge(deps, "proof", answer);
  const passkey = userId === user.id && await acceptPasskey(deps, challenge, answer);
  if (!passkey || passkey.userId !== user.id) throw new BadRequest(passkeyTexts.refused, "invalid_passkey");
  return true;
}
