import * as accountLimits from "../../../server/contract/account/limits.ts";
import { Field } from "../../../islands/forms/Field.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { listPasskeys } from "../../../server/actions/account/passkeys.ts";
import { type ReauthenticatedBy, reauthenticatedBy } from "../../../server/actions/account/reauthentication.ts";
import { deviceName } from "../../../server/auth/browsers.ts";
import { passkeyTexts as words } from "../../../server/contract/account/texts.ts";
import type { Passkey } from "../../../server/contract/account/shapes.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import { ConfirmedButton, ConfirmedForm } from "../../layout/ConfirmedForm.tsx";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import type { Ctx, SignedInEnv } from "../../../server/http/router.ts";
import type { Section } from "../../layout/sections.tsx";

export const passkeysSection: Section<Ctx<SignedInEnv>> = {
  id: "passkeys",
  title: words.title,
  async content(c) {
    const { deps, session, user } = c.var;
    const [passkeys, by] = await Promise.all([listPasskeys(deps, user.id), reauthenticatedBy(deps, session)]);
    const format = timeFormatter(readerLocale(c));
    return (
      <>
        <p>{words.about}</p>
        {passkeys.length === 0 ? <p className="muted">{words.none}</p> : (
          <ul className="lined-list">
            {passkeys.map((passkey) => <Item key={passkey.id} passkey={passkey} by={by} day={format.day} />)}
          </ul>
        )}
        <p className="passkey-no-script">{words.needsScript}</p>
        {passkeys.length < accountLimits.passkeys.max
          ? <AddForm name={deviceName(c.req.header("user-agent") ?? null)} by={by} />
          : <p className="muted">{words.tooMany(accountLimits.passkeys.max)}</p>}
      </>
    );
  },
};

const AddForm = ({ name, by }: { name: string; by: ReauthenticatedBy }) => (
  <ConfirmedForm
    by={by}
    className="passkey-add stack"
    data-passkey=""
    buttons={<Button type="submit">{words.add}</Button>}
  >
    <Field label={words.name} name="name" defaultValue={name} maxLength={accountLimits.passkeys.name} required />
  </ConfirmedForm>
);

interface ItemProps {
  passkey: Passkey;
  by: ReauthenticatedBy;
  day(time: string): string;
}

function Item({ passkey: { id, name, createdAt, lastUsedAt }, by, day }: ItemProps) {
  return (
    <li>
      <div>
        <p className="key-name">{name}</p>
        <p className="muted">
          {words.addedOn(day(createdAt))}, {lastUsedAt ? words.lastUsed(day(lastUsedAt)) : words.neverUsed}
        </p>
      </div>
      <div className="key-actions">
        <details>
          <summary className="button button--quiet" aria-label={words.renameOne(name)}>{words.rename}</summary>
          <form method="post" action={accountPaths.renamePasskey(id)} className="stack">
            <Field
              label={words.name}
              name="name"
              defaultValue={name}
              maxLength={accountLimits.passkeys.name}
              required
            />
            <div>
              <Button type="submit">{words.save}</Button>
            </div>
          </form>
        </details>
        <ConfirmedButton
          by={by}
          action={accountPaths.removePasskey(id)}
          text={words.remove}
          label={words.removeOne(name)}
        />
      </div>
    </li>
  );
}
