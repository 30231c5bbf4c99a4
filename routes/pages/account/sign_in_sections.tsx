import { findPasswordHash } from "../../../db/account/accounts.ts";
import { listLinkedAccounts } from "../../../db/account/credentials.ts";
import { iso } from "../../../db/engine/query.ts";
import { Field, fieldOf } from "../../../islands/forms/Field.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { dayInText, timeFormatter } from "../../../islands/ui/time_format.ts";
import { issuerName } from "../../../server/actions/account/linked_accounts.ts";
import { listPasskeys } from "../../../server/actions/account/passkeys.ts";
import { type ReauthenticatedBy, reauthenticatedBy } from "../../../server/actions/account/reauthentication.ts";
import { findNewSecret, twoStepState } from "../../../server/actions/account/two_step.ts";
import { deviceName } from "../../../server/auth/sessions.ts";
import * as accountLimits from "../../../server/contract/account/limits.ts";
import { accountPaths, loginPaths } from "../../../server/contract/account/paths.ts";
import type { NewSecret, Passkey, TwoStepState } from "../../../server/contract/account/shapes.ts";
import {
  accountTexts,
  identityProviderTexts,
  passkeyTexts,
  passwordTexts,
  twoStepTexts,
} from "../../../server/contract/account/texts.ts";
import type { Issue } from "../../../server/contract/site/shapes.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import type { C } from "../../layout/page.tsx";
import {
  ConfirmedButton,
  ConfirmedForm,
  currentPassword,
  newPassword,
  Opens,
  OpensProof,
  QrCode,
  type Section,
  Submit,
} from "../../layout/parts.tsx";

export const passwordSection: Section<C> = {
  id: "password",
  title: accountTexts.password,
  async content(c, failed) {
    const { deps: { db }, user } = c.var;
    if (!await findPasswordHash(db, user.id)) return <MailLink email={user.email ?? user.username} />;
    const issues = failed?.refusal.issues;
    return (
      <>
        <Opens text={accountTexts.changePassword} open={failed !== undefined}>
          <form method="post" action={accountPaths.changePassword} className="stack">
            {/* By which password managers know whose it is. */}
            <input name="username" autoComplete="username" value={user.email ?? user.username} readOnly hidden />
            <Field label={accountTexts.currentPassword} {...currentPassword} {...fieldOf("currentPassword", issues)} />
            <Field
              label={accountTexts.newPassword}
              hint={`${passwordTexts.rules} ${accountTexts.passwordHint}`}
              {...newPassword}
              {...fieldOf("newPassword", issues)}
            />
            <Field label={accountTexts.confirmPassword} {...newPassword} {...fieldOf("confirmPassword", issues)} />
            <Submit kind="primary">{accountTexts.savePassword}</Submit>
          </form>
        </Opens>
      </>
    );
  },
};

const MailLink = ({ email }: { email: string }) => (
  <form method="post" action={loginPaths.forgotPassword} className="stack">
    <p>{accountTexts.noPassword}</p>
    <input type="hidden" name="email" value={email} />
    <Submit>{accountTexts.mailPasswordLink}</Submit>
  </form>
);

export const emailSection: Section<C> = {
  id: "email",
  title: accountTexts.email,
  async content(c, failed) {
    const { deps: { db }, user } = c.var;
    const issues = failed?.refusal.issues;
    const state = user.email === null ? <p>{accountTexts.noEmail}</p> : <p className="account-address">{user.email}</p>;
    if (!await findPasswordHash(db, user.id)) {
      return (
        <>
          {state}
          <p className="muted">{accountTexts.passwordFirst}</p>
        </>
      );
    }
    const text = user.email === null ? accountTexts.addEmail : accountTexts.changeEmail;
    return (
      <>
        {state}
        <Opens text={text} open={failed !== undefined}>
          <form method="post" action={accountPaths.changeEmail} className="stack">
            <Field
              label={accountTexts.newEmail}
              type="email"
              autoComplete="email"
              defaultValue={failed?.sent.email}
              required
              {...fieldOf("email", issues)}
            />
            <Field label={accountTexts.currentPassword} {...currentPassword} {...fieldOf("password", issues)} />
            <Submit kind="primary">{accountTexts.mailEmailLink}</Submit>
          </form>
        </Opens>
      </>
    );
  },
};

export const passkeysSection: Section<C> = {
  id: "passkeys",
  title: passkeyTexts.title,
  async content(c) {
    const { deps, session, user } = c.var;
    const [passkeys, by] = await Promise.all([listPasskeys(deps, user.id), reauthenticatedBy(deps, session)]);
    const format = timeFormatter(readerLocale(c));
    const day = (time: string) => dayInText(format, time);
    return (
      <>
        <p className="muted">{passkeys.length === 0 && passkeyTexts.none} {passkeyTexts.about}</p>
        {passkeys.length > 0 && (
          <ul className="lined-list">
            {passkeys.map((passkey) => <Item key={passkey.id} passkey={passkey} by={by} day={day} />)}
          </ul>
        )}
        <p className="passkey-no-script">{passkeyTexts.needsScript}</p>
        {passkeys.length < accountLimits.passkeys.max
          ? <AddForm name={deviceName(c.req.header("user-agent") ?? null)} by={by} />
          : <p className="muted">{passkeyTexts.tooMany(accountLimits.passkeys.max)}</p>}
      </>
    );
  },
};

const AddForm = ({ name, by }: { name: string; by: ReauthenticatedBy }) => (
  <div className="passkey-add">
    <Opens text={passkeyTexts.add}>
      <ConfirmedForm
        by={by}
        data-passkey=""
        buttons={<Button type="submit" kind="primary">{passkeyTexts.goOn}</Button>}
      >
        <Field
          label={passkeyTexts.name}
          name="name"
          defaultValue={name}
          maxLength={accountLimits.passkeys.name}
          required
        />
      </ConfirmedForm>
    </Opens>
  </div>
);

interface ItemProps {
  passkey: Passkey;
  by: ReauthenticatedBy;
  day(time: string): string;
}

const Item = ({ passkey: { id, name, createdAt, lastUsedAt }, by, day }: ItemProps) => (
  <li>
    <div>
      <p className="key-name">{name}</p>
      <p className="muted">
        {passkeyTexts.addedOn(day(createdAt))},{" "}
        {lastUsedAt ? passkeyTexts.lastUsed(day(lastUsedAt)) : passkeyTexts.neverUsed}
      </p>
    </div>
    <div className="key-actions">
      <details>
        <summary className="button button--quiet" aria-label={passkeyTexts.renameOne(name)}>
          {passkeyTexts.rename}
        </summary>
        <form method="post" action={accountPaths.renamePasskey(id)} className="stack">
          <Field
            label={passkeyTexts.name}
            name="name"
            defaultValue={name}
            maxLength={accountLimits.passkeys.name}
            required
          />
          <Submit>{passkeyTexts.save}</Submit>
        </form>
      </details>
      <ConfirmedButton
        by={by}
        action={accountPaths.removePasskey(id)}
        text={passkeyTexts.remove}
        label={passkeyTexts.removeOne(name)}
      />
    </div>
  </li>
);

export const linkedAccountsSection: Section<C> = {
  id: "elsewhere",
  title: identityProviderTexts.title,
  async content(c, failed) {
    const { deps, session, user } = c.var;
    const { identityProvider: provider } = deps;
    const [linked, by] = await Promise.all([listLinkedAccounts(deps.db, user.id), reauthenticatedBy(deps, session)]);
    if (!provider && linked.length === 0) return null;
    const format = timeFormatter(readerLocale(c));
    return (
      <>
        {provider && <p className="muted">{identityProviderTexts.about(provider.name)}</p>}
        {linked.length > 0 && (
          <ul className="lined-list">
            {linked.map((account) => (
              <li key={`${account.issuer} ${account.subject}`}>
                <div>
                  <p className="key-name">{issuerName(deps, account.issuer)}</p>
                  <p className="muted">{identityProviderTexts.linkedOn(dayInText(format, iso(account.createdAt)))}</p>
                </div>
                <div className="key-actions">
                  <ConfirmedButton
                    by={by}
                    action={accountPaths.unlinkAccount}
                    text={identityProviderTexts.unlink}
                    label={identityProviderTexts.unlinkOne(issuerName(deps, account.issuer))}
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
          <OpensProof
            by={by}
            action={accountPaths.linkAccount}
            text={identityProviderTexts.link(provider.name)}
            open={failed !== undefined}
          />
        )}
      </>
    );
  },
};

export const twoStepSection: Section<C> = {
  id: "two-step",
  title: twoStepTexts.title,
  async content(c, failed) {
    const { deps, user, session } = c.var;
    const state = await twoStepState(deps, user.id);
    if (state.on) return <On state={state} open={failed !== undefined} />;
    const secret = await findNewSecret(deps, user);
    if (secret) return <Confirm secret={secret} issues={failed?.refusal.issues} />;
    return (
      <>
        <p className="muted">{twoStepTexts.off} {twoStepTexts.about}</p>
        <OpensProof
          by={await reauthenticatedBy(deps, session)}
          action={accountPaths.setUpTwoStep}
          text={twoStepTexts.setUp}
          open={failed !== undefined}
        />
      </>
    );
  },
};

const Confirm = ({ secret: { secret, qr, url }, issues }: { secret: NewSecret; issues?: Issue[] }) => (
  <form method="post" action={accountPaths.twoStepForm("confirm")} className="stack">
    <p>{twoStepTexts.scan}</p>
    <a href={url}>
      <QrCode svg={qr} alt={twoStepTexts.qr} />
    </a>
    <p>
      {twoStepTexts.secret}: <span className="key-secret">{secret.match(/.{1,4}/g)!.join(" ")}</span>
    </p>
    <Field
      label={twoStepTexts.appCode}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={50}
      required
      {...fieldOf("code", issues)}
    />
    <Submit>{twoStepTexts.confirm}</Submit>
  </form>
);

const On = ({ state, open }: { state: TwoStepState; open: boolean }) => (
  <>
    <p className="muted">{twoStepTexts.on} {twoStepTexts.left(state.recoveryCodes)}</p>
    <Opens text={twoStepTexts.change} open={open}>
      <form method="post" action={accountPaths.twoStepForm("codes")} className="stack">
        <Field label={twoStepTexts.proof} name="proof" type="password" autoComplete="off" required />
        <div className="key-actions">
          <Button type="submit">{twoStepTexts.newCodes}</Button>
          <Button type="submit" kind="danger" formAction={accountPaths.twoStepForm("off")}>
            {twoStepTexts.turnOff}
          </Button>
        </div>
      </form>
    </Opens>
  </>
);
