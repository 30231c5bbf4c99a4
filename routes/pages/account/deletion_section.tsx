import { findPasswordHash } from "../../../db/account/accounts.ts";
import { findDeletesAt } from "../../../db/account/deletion.ts";
import { Field } from "../../../islands/forms/Field.tsx";
import { fieldOf } from "../../../islands/forms/FieldFrame.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { reauthenticatedBy } from "../../../server/actions/account/reauthentication.ts";
import { deletionTexts as words } from "../../../server/contract/account/texts.ts";
import { readerLocale } from "../../../server/http/reader_locale.ts";
import { ProofFields } from "../../layout/ProvenForm.tsx";
import type { AccountSection } from "./section.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";

export const deletionSection: AccountSection = {
  id: "deletion",
  title: words.title,
  async content(c, failed) {
    const { deps: { db }, user } = c.var;
    const [deletesAt, hash] = await Promise.all([findDeletesAt(db, user.id), findPasswordHash(db, user.id)]);
    if (deletesAt !== null) {
      const day = timeFormatter(readerLocale(c)).day(new Date(deletesAt).toISOString());
      return (
        <form method="post" action={accountPaths.keepAccount} className="stack">
          <p>{words.pending(day)}</p>
          <div>
            <Button type="submit" kind="primary">{words.keep}</Button>
          </div>
        </form>
      );
    }
    return (
      <form method="post" action={accountPaths.deleteAccount} className="stack">
        <p>{words.hint}</p>
        <p>{words.goes}</p>
        <p>{words.stays}</p>
        {hash
          ? (
            <Field
              label={words.password}
              type="password"
              autoComplete="current-password"
              required
              {...fieldOf("password", failed?.refusal.issues)}
            />
          )
          : <ProofFields by={await reauthenticatedBy(c.var.deps, c.var.session)} required />}
        <div>
          <Button type="submit" kind="danger">{words.ask}</Button>
        </div>
      </form>
    );
  },
};
