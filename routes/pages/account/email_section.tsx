import { findPasswordHash } from "../../../db/account/accounts.ts";
import { Field } from "../../../islands/forms/Field.tsx";
import { fieldOf } from "../../../islands/forms/FieldFrame.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { accountTexts as words } from "../../../server/contract/account/texts.ts";
import type { AccountSection } from "./section.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";

export const emailSection: AccountSection = {
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
