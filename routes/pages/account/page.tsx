import type { IconName } from "../../../islands/ui/Icon.tsx";
import { Tabs } from "../../../islands/ui/Tabs.tsx";
import { storageOfAccount } from "../../../server/actions/account/storage.ts";
import { accountTexts } from "../../../server/contract/account/texts.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { type Ctx, router, type SignedInEnv } from "../../../server/http/router.ts";
import { failures, tryLoad } from "../../layout/LoadError.tsx";
import { page } from "../../layout/page.tsx";
import { isNearlyFull, StorageNotice } from "../../layout/StorageNotice.tsx";
import { type FailedForm, type Section, showSections } from "../../layout/sections.tsx";
import { deletionSection, exportSection } from "./data_sections.tsx";
import { linkedAccountsSection } from "./linked_accounts_section.tsx";
import { passkeysSection } from "./passkeys_section.tsx";
import { blockedSection, privacySection } from "./privacy_sections.tsx";
import { sessionsSection } from "./sessions_section.tsx";
import { emailSection, passwordSection } from "./sign_in_sections.tsx";
import { twoStepSection } from "./two_step_section.tsx";
import { accountPaths, type AccountTab, accountTabs } from "../../../server/contract/account/paths.ts";

export const accountPage = router();

interface Tab {
  name: AccountTab;
  icon: IconName;
  sections: Section<Ctx<SignedInEnv>>[];
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

/** The page at a tab, with a form that was refused. */
export async function showAccount(c: Ctx<SignedInEnv>, name: AccountTab, failed?: FailedForm): Promise<Response> {
  const { sections } = tabs.find((tab) => tab.name === name)!;
  const [shown, storage] = await Promise.all([
    showSections(c, sections, { subject: c, failed, loadFailed: accountTexts.loadFailed }),
    tryLoad(c, () => storageOfAccount(c.var.deps, c.var.user)),
  ]);
  return page(c, {
    title: accountTexts.title,
    description: accountTexts.description,
    path: accountPaths.account,
    styles: ["account-page"],
    status: failed?.refusal.status,
    headers: failed?.refusal.headers,
    toasts: failures(failed?.refusal.message),
    body: (
      <div className="account stack">
        <h1>{accountTexts.title}</h1>
        {storage && <Storage {...storage} tab={name} />}
        <Tabs label={accountTexts.title} tabs={tabs.map((tab) => asTab(tab, name))} />
        {shown}
      </div>
    ),
  });
}

/** Said beside one's data, and on every tab once there is little room left. */
const Storage = ({ tab, ...storage }: { used: number; quota: number; tab: AccountTab }) =>
  isNearlyFull(storage)
    ? <StorageNotice {...storage} />
    : tab === "data" && <p className="muted">{accountTexts.storage(storage.used, storage.quota)}</p>;

const asTab = ({ name, icon }: Tab, current: AccountTab) => ({
  href: accountPaths.accountTab(name),
  text: accountTexts.tabs[name],
  icon,
  current: name === current,
});
