/** Mailed links that prove who owns a mailbox: verification, password reset and a new address. Stored as hashes, used once. */
import * as accountLimits from "../contract/account/limits.ts";
import { insertLink } from "../../db/account/links.ts";
import type { Db, Statement } from "../../db/engine/client.ts";
import { hashToken, newToken } from "./tokens.ts";
import { accountPaths } from "../contract/account/paths.ts";

const kinds = {
  verify: { path: accountPaths.verifyEmail, lifetime: accountLimits.verifyLink.lifetime },
  reset: { path: accountPaths.resetPassword, lifetime: accountLimits.resetLink.lifetime },
  email: { path: accountPaths.confirmEmail, lifetime: accountLimits.verifyLink.lifetime },
};

/**
 * A new link: its path with the token, and the statement that stores the token's hash.
 *
 * @param email the address that it is mailed to, where it is to become the user's
 */
export function newLink(
  db: Db,
  kind: keyof typeof kinds,
  { userId, email, now }: { userId: string; email?: string; now: number },
): { path: string; stored: Statement } {
  const token = newToken();
  const { path, lifetime } = kinds[kind];
  return {
    path: `${path}?token=${token}`,
    stored: insertLink(db, { hash: hashToken(token), userId, kind, email, expiresAt: now + lifetime }),
  };
}
