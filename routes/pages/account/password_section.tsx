import { findPasswordHash } from "../../../db/account/accounts.ts";
import { Field } from "../../../islands/forms/Field.tsx";
import { fieldOf } from "../../../islands/forms/FieldFrame.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { accountTexts as words } from "../../../server/contract/account/account_texts.ts";
import { formPaths } from "../../../server/contract/form_paths.ts";
import { passwordTexts } from "../../../server/contract/account/password_texts.ts";
import { paths } from "../../../server/contract/paths.ts";
import type { AccountSection } from "./section.ts";

export const passwordSection: AccountSection = {
  id: "password",
  title: words.password,
  async content(c, failed) {
    const { deps: { db }, user } = c.var;
    if (!await findPasswordHash(db, user.id)) return <MailLink email={user.email} />;
    const issues = failed?.refusal.issues;
    return (
      <form method="post" action={formPaths.changePassword} className="stack">
        {/* By which password managers know whose it is. */}
        <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <Field
          label={words.currentPassword}
          type="password"
          autoComplete="current-password"
          required
          {...fieldOf("currentPassword", issues)}
        />
        <Field
          label={words.newPassword}
          type="password"
          autoComplete="new-password"
          required
          hint={`${passwordTexts.rules} ${words.passwordHint}`}
          {...fieldOf("newPassword", issues)}
        />
        <Field
          label={words.confirmPassword}
          type="password"
          autoComplete="new-password"
          required
          {...fieldOf("confirmPassword", issues)}
        />
        <div>
          <Button type="submit">{words.changePassword}</Button>
        </div>
      </form>
    );
  },
};

const MailLink = ({ email }: { email: string }) => (
  <form method="post" action={paths.forgotPassword} className="stack">
    <p>{words.noPassword}</p>
    <input type="hidden" name="email" value={email} />
    <div>
      <Button type="submit">{words.mailPasswordLink}</Button>
    </div>
  </form>
);
