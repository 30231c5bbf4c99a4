import { iso } from "../../../db/engine/query.ts";
import { listLinkedAccounts } from "../../../db/account/identity_providers.ts";
import { Button } from "../../../islands/ui/Button.tsx";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { issuerName } from "../../../server/actions/account/linked_accounts.ts";
import { reauthenticatedBy } from "../../../server/actions/account/reauthentication.ts";
import { identityProviderTexts as words } from "../../../server/contract/account/texts.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import { ConfirmedButton, ConfirmedForm } from "../../layout/ConfirmedForm.tsx";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import type { Ctx, SignedInEnv } from "../../../server/http/router.ts";
import type { Section } from "../../layout/sections.tsx";

export const linkedAccountsSection: Section<Ctx<SignedInEnv>> = {
  id: "elsewhere",
  title: words.title,
  async content(c) {
    const { deps, session, user } = c.var;
    const { identityProvider: provider } = deps;
    const [linked, by] = await Promise.all([listLinkedAccounts(deps.db, user.id), reauthenticatedBy(deps, session)]);
    if (!provider && linked.length === 0) return null;
    const { day } = timeFormatter(readerLocale(c));
    return (
      <>
        {provider && <p>{words.about(provider.name)}</p>}
        {linked.length > 0 && (
          <ul className="lined-list">
            {linked.map((account) => (
              <li key={`${account.issuer} ${account.subject}`}>
                <div>
                  <p className="key-name">{issuerName(deps, account.issuer)}</p>
                  <p className="muted">{words.linkedOn(day(iso(account.createdAt)))}</p>
                </div>
                <div className="key-actions">
                  <ConfirmedButton
                    by={by}
                    action={accountPaths.unlinkAccount}
                    text={words.unlink}
                    label={words.unlinkOne(issuerName(deps, account.issuer))}
                  >
                    <input type="hidden" name="issuer" value={account.issuer} />
                    <input type="hidden" name="subject" value={account.subject} />
                  </ConfirmedButton>
                </div>
              </li>
            ))}
          </ul>
        )}
        {provider && (
          <ConfirmedForm
            by={by}
            method="post"
            action={accountPaths.linkAccount}
            buttons={<Button type="submit">{words.link(provider.name)}</Button>}
          />
        )}
      </>
    );
  },
};
