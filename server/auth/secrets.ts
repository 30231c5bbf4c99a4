/** Tokens, codes of an app, and the recovery codes that replace one. */
import { createHash } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import * as accountLimits from "../contract/account/limits.ts";
import { codeLength, codeLetters } from "../contract/groups/invite_codes.ts";

/** A new secret: 256 random bits, as 43 characters that are safe in URLs and cookies. */
export const newToken = (): string =>
  crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: "base64url", omitPadding: true });

/** For 256 random bits a fast hash is enough. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** Of an invite link. Bytes above the last multiple of the letters are dropped: each letter is as likely. */
export function newInviteCode(): string {
  let code = "";
  while (code.length < codeLength) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < 256 - 256 % codeLetters.length) code += codeLetters[byte % codeLetters.length];
  }
  return code;
}

/** Of the codes of an app (RFC 6238). */
const parameters = { algorithm: "SHA1", digits: 6, period: 30 };

export const newSecret = (): string => new Secret({ size: 20 }).base32;

export const secretUrl = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  new TOTP({ ...parameters, issuer, label, secret }).toString();

/** The time step of a code: now's, or the one before or after, since clocks differ. Undefined for a wrong code. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const token = code.replaceAll(/[\s-]/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = TOTP.validate({ ...parameters, secret: Secret.fromBase32(secret), token, timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / 1000 / parameters.period) + delta;
}

/** 80 random bits, in base32, as `ABCD-EFGH-IJKL-MNOP`. */
export const newRecoveryCode = (): string => new Secret({ size: 10 }).base32.match(/.{4}/g)!.join("-");

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: accountLimits.twoStep.recoveryCodes }, newRecoveryCode);

export const normalizeRecoveryCode = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z2-7]/g, "");
