import type { NewUser } from "../../../db/account/accounts.ts";
import { insertLink } from "../../../db/account/tokens.ts";
import type { Statement } from "../../../db/engine/client.ts";
import { insertMailTo } from "../../../db/notices/mail_queue.ts";
import { hashToken, newToken } from "../../auth/secrets.ts";
import * as accountLimits from "../../contract/account/limits.ts";
import { accountPaths } from "../../contract/account/paths.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { resetMail, type twoStepOnMail, verificationMail } from "../../mail/account_mails.tsx";

/** Nothing where there is no address. */
export async function sendMail({ db, mailer }: Deps, to: string | null, content: ReturnType<typeof twoStepOnMail>) {
  if (to === null) return;
  await db.write([mailer.enqueue({ to, ...content })]);
  mailer.wake();
}

export type Addressee = Pick<User, "name" | "email">;

export const mailOwner = (deps: Deps, { name, email }: Addressee, content: typeof twoStepOnMail): Promise<void> => {
  const { site, publicUrl } = deps.config;
  return sendMail(deps, email, content({ site, name, url: publicUrl + accountPaths.account }));
};

const linkKinds = {
  verify: { path: accountPaths.verifyEmail, lifetime: accountLimits.verifyLink.lifetime },
  reset: { path: accountPaths.resetPassword, lifetime: accountLimits.resetLink.lifetime },
  email: { path: accountPaths.confirmEmail, lifetime: accountLimits.verifyLink.lifetime },
};

/** Used once. @param email the address that it is mailed to, where it is to become the user's */
export function newLink(
  { config, db, clock }: Deps,
  kind: keyof typeof linkKinds,
  { userId, email }: { userId: string; email?: string },
): { url: string; stored: Statement } {
  const token = newToken();
  const { path, lifetime } = linkKinds[kind];
  return {
    url: `${config.publicUrl}${path}?token=${token}`,
    stored: insertLink(db, { hash: hashToken(token), userId, kind, email, expiresAt: clock() + lifetime }),
  };
}

const linkMails = { verify: verificationMail, reset: resetMail };
type LinkMail = keyof typeof linkMails;
type Recipient = Pick<NewUser, "id" | "fullName"> & { email: string; groupName?: string };

export function linkMail(
  deps: Deps,
  kind: LinkMail,
  { id, fullName, email, groupName }: Recipient,
): [Statement, Statement] {
  const { config, db, mailer } = deps;
  const { url, stored } = newLink(deps, kind, { userId: id });
  const content = linkMails[kind]({ site: config.site, name: fullName, url, groupName });
  return [stored, insertMailTo(db, id, mailer.rowOf({ to: email, ...content }))];
}

export async function mailLink(deps: Deps, kind: LinkMail, recipient: Recipient): Promise<void> {
  await deps.db.write(linkMail(deps, kind, recipient));
  deps.mailer.wake();
}
