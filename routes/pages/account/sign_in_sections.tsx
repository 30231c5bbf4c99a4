import { findPasswordHash } from "../../../db/account/accounts.ts";
import { Field } from "../../../islands/forms/Field.tsx";
import { fieldOf } from "../../../islands/forms/FieldFrame.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { accountTexts as words, passwordTexts } from "../../../server/contract/account/texts.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import type { Ctx, SignedInEnv } from "../../../server/http/router.ts";
import type { Section } from "../../layout/sections.tsx";

export const passwordSection: Section<Ctx<SignedInEnv>> = {
  id: "password",
  title: words.password,
  async content(c, failed) {
    const { deps: { db }, user } = c.var;
    if (!await findPasswordHash(db, user.id)) return <MailLink email={user.email} />;
    const issues = failed?.refusal.issues;
    return (
      <form method="post" action={accountPaths.changePassword} className="stack">
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
  <form method="post" action={accountPaths.forgotPassword} className="stack">
    <p>{words.noPassword}</p>
    <input type="hidden" name="email" value={email} />
    <div>
      <Button type="submit">{words.mailPasswordLink}</Button>
    </div>
  </form>
);

export const emailSection: Section<Ctx<SignedInEnv>> = {
  id: "email",
  title: words.email,
  async content(c, failed) {
    const { deps: { db }, user } = c.var;
    const issues = failed?.refusal.issues;
    if (!await findPasswordHash(db, user.id)) return <p>{words.yourEmail(user.email)} {words.passwordFirst}</p>;
    return (
      <form method="post" action={accountPaths.changeEmail} className="stack">
        <p>{words.yourEmail(user.email)}</p>
        <Field
          label={words.newEmail}
          type="email"
          autoComplete="email"
          defaultValue={failed?.fields.email}
          required
          {...fieldOf("email", issues)}
        />
        <Field
          label={words.currentPassword}
          type="password"
          autoComplete="current-password"
          required
          {...fieldOf("password", issues)}
        />
        <div>
          <Button type="submit">{words.changeEmail}</Button>
        </div>
      </form>
    );
  },
};
