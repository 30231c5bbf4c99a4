import { Button } from "../../../islands/ui/Button.tsx";
import { reauthenticatedBy } from "../../../server/actions/account/reauthentication.ts";
import { deletionTexts, exportTexts } from "../../../server/contract/account/texts.ts";
import { ConfirmedForm, ProofFields } from "../../layout/ConfirmedForm.tsx";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import { findPasswordHash } from "../../../db/account/accounts.ts";
import { findDeletesAt } from "../../../db/account/deletion.ts";
import { Field } from "../../../islands/forms/Field.tsx";
import { fieldOf } from "../../../islands/forms/FieldFrame.tsx";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import type { Ctx, SignedInEnv } from "../../../server/http/router.ts";
import type { Section } from "../../layout/sections.tsx";

export const exportSection: Section<Ctx<SignedInEnv>> = {
  id: "export",
  title: exportTexts.section,
  content: async (c) => (
    <>
      <p>{exportTexts.hint}</p>
      <ConfirmedForm
        by={await reauthenticatedBy(c.var.deps, c.var.session)}
        method="post"
        action={accountPaths.exportAccount}
        buttons={<Button type="submit" icon="download">{exportTexts.download}</Button>}
      />
    </>
  ),
};

export const deletionSection: Section<Ctx<SignedInEnv>> = {
  id: "deletion",
  title: deletionTexts.title,
  async content(c, failed) {
    const { deps: { db }, user } = c.var;
    const [deletesAt, hash] = await Promise.all([findDeletesAt(db, user.id), findPasswordHash(db, user.id)]);
    if (deletesAt !== null) {
      const day = timeFormatter(readerLocale(c)).day(new Date(deletesAt).toISOString());
      return (
        <form method="post" action={accountPaths.keepAccount} className="stack">
          <p>{deletionTexts.pending(day)}</p>
          <div>
            <Button type="submit" kind="primary">{deletionTexts.keep}</Button>
          </div>
        </form>
      );
    }
    return (
      <form method="post" action={accountPaths.deleteAccount} className="stack">
        <p>{deletionTexts.hint}</p>
        <p>{deletionTexts.goes}</p>
        <p>{deletionTexts.stays}</p>
        {hash
          ? (
            <Field
              label={deletionTexts.password}
              type="password"
              autoComplete="current-password"
              required
              {...fieldOf("password", failed?.refusal.issues)}
            />
          )
          : <ProofFields by={await reauthenticatedBy(c.var.deps, c.var.session)} required />}
        <div>
          <Button type="submit" kind="danger">{deletionTexts.ask}</Button>
        </div>
      </form>
    );
  },
};
