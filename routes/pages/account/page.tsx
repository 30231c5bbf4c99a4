import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import type { IconName } from "../../../islands/ui/Icon.tsx";
import { Tabs } from "../../../islands/ui/Tabs.tsx";
import { cancelDeletion, requestDeletion } from "../../../server/actions/account/deletion.ts";
import { changeEmail } from "../../../server/actions/account/email.ts";
import { exportOwn } from "../../../server/actions/account/export.ts";
import { beginLink } from "../../../server/actions/account/identity_provider_login.ts";
import { unlinkAccount } from "../../../server/actions/account/linked_accounts.ts";
import { removePasskey, renamePasskey } from "../../../server/actions/account/passkeys.ts";
import { changePassword } from "../../../server/actions/account/passwords.ts";
import { endOtherSessions, endSession } from "../../../server/actions/account/sessions.ts";
import { storageOfAccount } from "../../../server/actions/account/storage.ts";
import {
  beginTwoStep,
  confirmTwoStep,
  endTwoStep,
  renewRecoveryCodes,
} from "../../../server/actions/account/two_step.ts";
import { accountPaths, type AccountTab, accountTabs } from "../../../server/contract/account/paths.ts";
import { LinkedAccountForm, Reauthentication } from "../../../server/contract/account/shapes.ts";
import { accountTexts, identityProviderTexts, twoStepTexts } from "../../../server/contract/account/texts.ts";
import { downloadZip } from "../../../server/http/file_response.ts";
import { flashAndRedirect, readForm, runFormAction } from "../../../server/http/form.ts";
import { type FormDoor, mountForm, mountForms } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { noStore } from "../../../server/http/headers.ts";
import { router } from "../../../server/http/router.ts";
import { callerOf, rememberAttempt } from "../../../server/http/sign_in.ts";
import { type C, failures, page, tryLoad } from "../../layout/page.tsx";
import { type FailedSection, LinkRow, type Section, showSections, StorageNotice } from "../../layout/parts.tsx";
import { blockedSection, deletionSection, exportSection, privacySection, sessionsSection } from "./data_sections.tsx";
import {
  emailSection,
  linkedAccountsSection,
  passkeysSection,
  passwordSection,
  twoStepSection,
} from "./sign_in_sections.tsx";

export const accountPage = router();

interface Tab {
  name: AccountTab;
  icon: IconName;
  sections: Section<C>[];
}

const tabs: Tab[] = [
  {
    name: "sign-in",
    icon: "key",
    sections: [passwordSection, passkeysSection, linkedAccountsSection, twoStepSection, emailSection],
  },
  { name: "sessions", icon: "screen", sections: [sessionsSection] },
  { name: "privacy", icon: "lock", sections: [privacySection, blockedSection] },
  { name: "data", icon: "download", sections: [exportSection, deletionSection] },
];

accountPage.get(accountPaths.account, signedInPage, (c) => {
  const name = accountTabs.find((name) => name === c.req.query("tab")) ?? "sign-in";
  return showAccount(c, name);
});

async function showAccount(c: C, name: AccountTab, failed?: FailedSection): Promise<Response> {
  const { sections } = tabs.find((tab) => tab.name === name)!;
  const [shown, storage] = await Promise.all([
    showSections(c, sections, { subject: c, failed, loadFailed: accountTexts.loadFailed, shareCard: true }),
    // There a card says how much is stored.
    name === "data" ? undefined : tryLoad(c, () => storageOfAccount(c.var.deps, c.var.user)),
  ]);
  return page(c, {
    title: accountTexts.title,
    description: accountTexts.description,
    path: accountPaths.account,
    styles: ["account-page"],
    width: "wide",
    refusal: failed?.refusal,
    toasts: failures(failed?.refusal.message),
    body: (
      <div className="account stack">
        <h1>{accountTexts.title}</h1>
        {storage && <StorageNotice {...storage} />}
        <Tabs label={accountTexts.title} tabs={tabs.map((tab) => asTab(tab, name))} />
        <div className="card account-sections">{shown}</div>
      </div>
    ),
  });
}

const asTab = ({ name, icon }: Tab, current: AccountTab) => ({
  href: accountPaths.accountTab(name),
  text: accountTexts.tabs[name],
  icon,
  current: name === current,
});

/** Of what was typed only an address is shown again: the rest are secrets. */
const shownIn = (tab: AccountTab, section: string): FormDoor => ({
  refused: (c, refusal, { fields: { email } }) => showAccount(c, tab, { section, sent: { email }, refusal }),
});

mountForm(accountPage, changePassword, shownIn("sign-in", "password"));
mountForm(accountPage, changeEmail, shownIn("sign-in", "email"));
mountForms(accountPage, [renamePasskey, removePasskey, endOtherSessions, endSession, cancelDeletion]);
mountForm(accountPage, requestDeletion, shownIn("data", "deletion"));
mountForm(accountPage, exportOwn, {
  ...shownIn("data", "export"),
  done: (c, zip) => downloadZip(c, "my-data.zip", zip),
});

const inTwoStep = shownIn("sign-in", "two-step");
mountForm(accountPage, beginTwoStep, inTwoStep);
mountForm(accountPage, endTwoStep, inTwoStep);
for (const operation of [confirmTwoStep, renewRecoveryCodes]) {
  mountForm(accountPage, operation, { ...inTwoStep, done: (c, { recoveryCodes }) => showCodes(c, recoveryCodes) });
}

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
        <LinkRow kind="primary" href={accountPaths.accountSection("two-step")}>{words.stored}</LinkRow>
      </div>
    ),
  });
}

const linkedAccounts = accountPaths.accountSection("elsewhere");

for (const path of [accountPaths.linkAccount, accountPaths.unlinkAccount]) {
  accountPage.get(path, (c) => c.redirect(accountPaths.account, 303));
}

// A form, so that no other site can begin it; and a page in between, since our policy lets no form lead elsewhere.
accountPage.post(accountPaths.linkAccount, signedInPage, async (c) => {
  const { deps, session } = c.var;
  const fields = await readForm(c);
  const begin = (proof: Reauthentication) => beginLink(deps, session, { ...proof, caller: callerOf(c) });
  const outcome = await runFormAction(c, { schema: Reauthentication, fields }, begin);
  if (!outcome.ok) return showAccount(c, "sign-in", { section: "elsewhere", sent: {}, refusal: outcome });
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

accountPage.post(accountPaths.unlinkAccount, signedInPage, async (c) => {
  const { deps, session } = c.var;
  const fields = await readForm(c);
  const outcome = await runFormAction(
    c,
    { schema: LinkedAccountForm, fields },
    (account) => unlinkAccount(deps, session, { ...account, caller: callerOf(c) }),
  );
  return flashAndRedirect(c, outcome, { success: identityProviderTexts.unlinked, to: linkedAccounts });
});
