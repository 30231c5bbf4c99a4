import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import type { twoStepOnMail } from "../../mail/credential_mails.tsx";
import { accountPaths } from "../../contract/account/paths.ts";

/** Tells the owner of an account by mail what has happened to it. */
export async function mailOwner(
  { config, db, mailer }: Pick<Deps, "config" | "db" | "mailer">,
  { name, email }: Pick<User, "name" | "email">,
  content: typeof twoStepOnMail,
): Promise<void> {
  const mail = content({ site: config.site, name, url: config.publicUrl + accountPaths.account });
  await db.write([mailer.enqueue({ to: email, ...mail })]);
  mailer.wake();
}
