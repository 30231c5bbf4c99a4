/** What somebody signs in with beside a password. */
import { Secret, TOTP } from "otpauth";
import type { Person, TestApp } from "./app.ts";
import { type Key, makeKey } from "./authenticator.ts";

type Caller = Pick<TestApp, "call">;

/** The code of an authenticator app at a time. */
export const codeAt = (secret: string, timestamp = Date.now()) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });

/** Turns somebody's two-step codes on. */
export async function turnOnCodes({ call }: Caller, as: Person, now?: number) {
  const { secret } = (await call("POST", "/auth/totp", as, {})).body;
  const { status, body } = await call("POST", "/auth/totp/confirm", as, { code: codeAt(secret, now) });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { secret: secret as string, recoveryCodes: body.recoveryCodes as string[] };
}

export const passkeyOptions = (app: Caller, as: Person, proof = {}) =>
  app.call("POST", "/auth/passkeys/options", as, proof);

/** Adds a passkey to somebody's account. */
export async function addPasskey(app: Pick<TestApp, "call" | "url">, as: Person, name = "Phone"): Promise<Key> {
  const { key, response } = makeKey((await passkeyOptions(app, as)).body, { origin: app.url });
  const { status, body } = await app.call("POST", "/auth/passkeys", as, { name, response });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return key;
}
