/** Mailed links that prove who owns a mailbox: verification, password reset and a new address. Stored as hashes, used once. */
import { insertLink } from "../../db/account/links.ts";
import type { Db, Statement } from "../../db/engine/client.ts";
import * as constants from "../contract/constants.ts";
import { formPaths } from "../contract/form_paths.ts";
import { paths } from "../contract/paths.ts";
import { hashToken, newToken } from "./tokens.ts";

const kinds = {
  verify: { path: paths.verifyEmail, lifetime: constants.verifyLink.lifetime },
  reset: { path: paths.resetPassword, lifetime: constants.resetLink.lifetime },
  email: { path: formPaths.confirmEmail, lifetime: constants.verifyLink.lifetime },
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
