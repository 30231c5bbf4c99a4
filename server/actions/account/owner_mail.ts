import { insertLink } from "../../../db/account/links.ts";
import type { Statement } from "../../../db/engine/client.ts";
import { insertMailTo } from "../../../db/notices/mail_queue.ts";
import { hashToken, newToken } from "../../auth/tokens.ts";
import * as accountLimits from "../../contract/account/limits.ts";
import { accountPaths } from "../../contract/account/paths.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import type { twoStepOnMail } from "../../mail/credential_mails.tsx";
import { resetMail, verificationMail } from "../../mail/account_mails.tsx";

export async function mailOwner(
  { config, db, mailer }: Deps,
  { name, email }: Pick<User, "name" | "email">,
  content: typeof twoStepOnMail,
): Promise<void> {
  const mail = content({ site: config.site, name, url: config.publicUrl + accountPaths.account });
  await db.write([mailer.enqueue({ to: email, ...mail })]);
  mailer.wake();
}

const linkKinds = {
  verify: { path: accountPaths.verifyEmail, lifetime: accountLimits.verifyLink.lifetime },
  reset: { path: accountPaths.resetPassword, lifetime: accountLimits.resetLink.lifetime },
  email: { path: accountPaths.confirmEmail, lifetime: accountLimits.verifyLink.lifetime },
};

interface NewLink {
  userId: string;
  /** The address that it is mailed to, where it is to become the user's. */
  email?: string;
}

/** The hash of its token is stored; it is used once. */
export function newLink(
  { config, db, clock }: Deps,
  kind: keyof typeof linkKinds,
  { userId, email }: NewLink,
): { url: string; stored: Statement } {
  const token = newToken();
  const { path, lifetime } = linkKinds[kind];
  return {
    url: `${config.publicUrl}${path}?token=${token}`,
    stored: insertLink(db, { hash: hashToken(token), userId, kind, email, expiresAt: clock() + lifetime }),
  };
}

const linkMails = { verify: verificationMail, reset: resetMail };

interface Recipient {
  id: string;
  fullName: string;
  email: string;
}

export function linkMail(
  deps: Deps,
  kind: keyof typeof linkMails,
  { id, fullName, email }: Recipient,
): [Statement, Statement] {
  const { config, db, mailer } = deps;
  const { url, stored } = newLink(deps, kind, { userId: id });
  const content = linkMails[kind]({ site: config.site, name: fullName, url });
  return [stored, insertMailTo(db, id, mailer.rowOf({ to: email, ...content }))];
}

export async function mailLink(deps: Deps, kind: keyof typeof linkMails, recipient: Recipient): Promise<void> {
  await deps.db.write(linkMail(deps, kind, recipient));
  deps.mailer.wake();
}
