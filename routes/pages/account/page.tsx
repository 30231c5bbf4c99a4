/** One's own account: how one signs in and where, what others see, and what becomes of it. */
import { Tabs } from "../../../islands/ui/Tabs.tsx";
import { storageOfAccount } from "../../../server/actions/account/storage.ts";
import { accountTexts } from "../../../server/contract/account/texts.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { failures, tryLoad } from "../../layout/LoadError.tsx";
import { page } from "../../layout/page.tsx";
import { isNearlyFull, StorageNotice } from "../../layout/StorageNotice.tsx";
import { type FailedForm, showSections } from "../../layout/sections.tsx";
import { deletionSection } from "./deletion_section.tsx";
import { exportSection } from "./export_section.tsx";
import { elsewhereSection } from "./identity_providers_section.tsx";
import { emailSection } from "./email_section.tsx";
import { passkeysSection } from "./passkeys_section.tsx";
import { passwordSection } from "./password_section.tsx";
import { privacySection } from "./privacy_section.tsx";
import { sessionsSection } from "./sessions_section.tsx";
import { blockedSection } from "./blocked_section.tsx";
import { twoStepSection } from "./two_step_section.tsx";
import type { C, Tab } from "./section.ts";
import { accountPaths, type AccountTab, accountTabs } from "../../../server/contract/account/paths.ts";

export const accountPage = router();

const tabs: Tab[] = [
  {
    name: "sign-in",
    icon: "key",
    sections: [passwordSection, passkeysSection, elsewhereSection, twoStepSection, emailSection],
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
export async function showAccount(c: C, name: AccountTab, failed?: FailedForm): Promise<Response> {
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
