/** The forms of the account's page. What was refused is shown on the page, in the section of its form. */
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { cancelDeletion, requestDeletion } from "../../../server/actions/account/deletion.ts";
import { changeEmail } from "../../../server/actions/account/email.ts";
import { exportOwn } from "../../../server/actions/account/export.ts";
import { beginLink } from "../../../server/actions/account/identity_provider_login.ts";
import { unlinkAccount } from "../../../server/actions/account/linked_accounts.ts";
import { removePasskey, renamePasskey } from "../../../server/actions/account/passkeys.ts";
import { changePassword } from "../../../server/actions/account/passwords.ts";
import { endOtherSessions, endSession } from "../../../server/actions/account/sessions.ts";
import {
  beginTwoStep,
  confirmTwoStep,
  endTwoStep,
  renewRecoveryCodes,
} from "../../../server/actions/account/two_step.ts";
import { accountPaths, type AccountTab } from "../../../server/contract/account/paths.ts";
import { LinkedAccountForm, Reauthentication } from "../../../server/contract/account/shapes.ts";
import { identityProviderTexts, twoStepTexts } from "../../../server/contract/account/texts.ts";
import { callerOf } from "../../../server/http/sign_in.ts";
import { downloadZip } from "../../../server/http/file_response.ts";
import { type Fields, flashAndRedirect, readForm, type Refusal, runFormAction } from "../../../server/http/form.ts";
import { mountForm, mountForms } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { noStore } from "../../../server/http/headers.ts";
import { rememberAttempt } from "../../../server/http/pending.ts";
import { type Ctx, router, type SignedInEnv } from "../../../server/http/router.ts";
import { page } from "../../layout/page.tsx";
import { showAccount } from "./page.tsx";

type C = Ctx<SignedInEnv>;

export const forms = router();

/** @param kept what was typed and is shown again: no passwords */
const shownIn = (tab: AccountTab, section: string, kept: (fields: Fields) => Fields = () => ({})) => ({
  refused: (c: C, refusal: Refusal, { fields }: { fields: Fields }) =>
    showAccount(c, tab, { section, fields: kept(fields), refusal }),
});

mountForm(forms, changePassword, shownIn("sign-in", "password"));
mountForm(forms, changeEmail, shownIn("sign-in", "email", ({ email }) => ({ email })));
mountForms(forms, [renamePasskey, removePasskey, endOtherSessions, endSession, cancelDeletion]);
mountForm(forms, requestDeletion, shownIn("data", "deletion"));
mountForm(forms, exportOwn, {
  ...shownIn("data", "export"),
  done: (c, zip) => downloadZip(c, "my-data.zip", zip),
});

const inTwoStep = shownIn("sign-in", "two-step");
mountForm(forms, beginTwoStep, inTwoStep);
mountForm(forms, endTwoStep, inTwoStep);
for (const operation of [confirmTwoStep, renewRecoveryCodes]) {
  mountForm(forms, operation, { ...inTwoStep, done: (c, { recoveryCodes }) => showCodes(c, recoveryCodes) });
}

/** The codes are in this answer alone: there is no page to come back to. */
function showCodes(c: C, codes: string[]) {
  const words = twoStepTexts;
  return page(c, {
    title: words.recoveryTitle,
    description: words.recovery,
    path: accountPaths.account,
    headers: noStore,
    styles: ["account-page"],
    body: (
      <div className="account card stack">
        <h1>{words.recoveryTitle}</h1>
        <p>{words.on} {words.recovery} {words.recoveryReplaced}</p>
        <ul className="key-codes">{codes.map((code) => <li key={code}>{code}</li>)}</ul>
        <div className="key-actions key-print">
          <Button data-print="">{words.print}</Button>
          <Button data-copy={codes.join("\n")} data-copied={words.copied} hidden>{words.copy}</Button>
        </div>
        <div>
          <LinkButton kind="primary" href={accountPaths.accountSection("two-step")}>{words.stored}</LinkButton>
        </div>
      </div>
    ),
  });
}

// Accounts are linked by a browser only: there is no call for it.
const linkedAccounts = accountPaths.accountSection("elsewhere");

for (const path of [accountPaths.linkAccount, accountPaths.unlinkAccount]) {
  forms.get(path, (c) => c.redirect(accountPaths.account, 303));
}

// A form, so that no other site can begin it; and a page in between, since our policy lets no form lead elsewhere.
forms.post(accountPaths.linkAccount, signedInPage, async (c) => {
  const { deps, session } = c.var;
  const fields = await readForm(c);
  const begin = (proof: Reauthentication) => beginLink(deps, session, { ...proof, caller: callerOf(c) });
  const outcome = await runFormAction(c, { schema: Reauthentication, fields }, begin);
  if (!outcome.ok) return showAccount(c, "sign-in", { section: "elsewhere", fields: {}, refusal: outcome });
  rememberAttempt(c, outcome.value.token);
  return showLink(c, outcome.value.url.href);
});

function showLink(c: C, href: string) {
  const words = identityProviderTexts;
  const { name } = c.var.deps.identityProvider!;
  return page(c, {
    title: words.linkTitle(name),
    description: words.linkAbout(name),
    width: "narrow",
    path: accountPaths.account,
    refresh: { after: 0, to: href },
    body: (
      <div className="card stack">
        <h1>{words.linkTitle(name)}</h1>
        <p>{words.linkAbout(name)}</p>
        <LinkButton kind="primary" href={href}>{words.goOn}</LinkButton>
        <LinkButton href={linkedAccounts}>{words.cancel}</LinkButton>
      </div>
    ),
  });
}

forms.post(accountPaths.unlinkAccount, signedInPage, async (c) => {
  const { deps, session } = c.var;
  const fields = await readForm(c);
  const outcome = await runFormAction(
    c,
    { schema: LinkedAccountForm, fields },
    (account) => unlinkAccount(deps, session, { ...account, caller: callerOf(c) }),
  );
  return flashAndRedirect(c, outcome, { success: identityProviderTexts.unlinked, to: linkedAccounts });
});
