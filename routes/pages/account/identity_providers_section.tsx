import { iso } from "../../../db/people/columns.ts";
import { listIdentities } from "../../../db/account/identity_providers.ts";
import { Button } from "../../../islands/ui/Button.tsx";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { issuerName } from "../../../server/actions/account/identity_providers.ts";
import { reauthenticatedBy } from "../../../server/actions/account/reauthentication.ts";
import { identityTexts as words } from "../../../server/contract/account/texts.ts";
import { readerLocale } from "../../../server/http/reader_locale.ts";
import { ProvenButton, ProvenForm } from "../../layout/ProvenForm.tsx";
import type { AccountSection } from "./section.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";

export const elsewhereSection: AccountSection = {
  id: "elsewhere",
  title: words.title,
  async content(c) {
    const { deps, session, user } = c.var;
    const [linked, by] = await Promise.all([listIdentities(deps.db, user.id), reauthenticatedBy(deps, session)]);
    if (!deps.provider && linked.length === 0) return null;
    const { day } = timeFormatter(readerLocale(c));
    return (
      <>
        {deps.provider && <p>{words.about(deps.provider.name)}</p>}
        {linked.length > 0 && (
          <ul className="lined-list">
            {linked.map((identity) => (
              <li key={`${identity.issuer} ${identity.subject}`}>
                <div>
                  <p className="key-name">{issuerName(deps, identity.issuer)}</p>
                  <p className="muted">{words.linkedOn(day(iso(identity.createdAt)))}</p>
                </div>
                <div className="key-actions">
                  <ProvenButton
                    by={by}
                    action={accountPaths.unlinkIdentity}
                    text={words.unlink}
                    label={words.unlinkOne(issuerName(deps, identity.issuer))}
                  >
                    <input type="hidden" name="issuer" value={identity.issuer} />
                    <input type="hidden" name="subject" value={identity.subject} />
                  </ProvenButton>
                </div>
              </li>
            ))}
          </ul>
        )}
        {deps.provider && (
          <ProvenForm
            by={by}
            method="post"
            action={accountPaths.linkIdentity}
            buttons={<Button type="submit">{words.link(deps.provider.name)}</Button>}
          />
        )}
      </>
    );
  },
};
