/** Mailed links that prove who owns a mailbox: verification and password reset. Stored as hashes, used once. */
import { insertLink } from "../../db/auth.ts";
import type { Db, Statement } from "../../db/client.ts";
import * as constants from "../contract/constants.ts";
import { paths } from "../contract/paths.ts";
import { hashToken, newToken } from "./tokens.ts";

const kinds = {
  verify: { path: paths.verifyEmail, lifetime: constants.verifyLink.lifetime },
  reset: { path: paths.resetPassword, lifetime: constants.resetLink.lifetime },
};

/** A new link: its path with the token, and the statement that stores the token's hash. */
export function newLink(
  db: Db,
  kind: keyof typeof kinds,
  { userId, now }: { userId: string; now: number },
): { path: string; stored: Statement } {
  const token = newToken();
  const { path, lifetime } = kinds[kind];
  return {
    path: `${path}?token=${token}`,
    stored: insertLink(db, { hash: hashToken(token), userId, kind, expiresAt: now + lifetime }),
  };
}
