/** What every page does with script, without React. It runs when it is loaded. */
import "../runtime/typed_before.ts";
import { settleSentDrafts } from "../offline/sent_drafts.ts";
import { storeZone } from "../runtime/reader_locale.ts";
import { readStored } from "../runtime/storage.ts";
import { enhanceBell } from "./bell.ts";
import { reloadRestoredPage } from "./bfcache.ts";
import { enhanceGroupList } from "./group_list.ts";
import { enhanceLogout, followLogout } from "./logout.ts";
import { enhanceMembersTab } from "./members_tab.ts";
import { storeForNextVisit } from "./offline.ts";
import { enhanceSearchBox } from "./search_box.ts";
import { enhanceTabs } from "./tabs.ts";
import { enhanceToasts } from "./toasts.ts";
import { watchForms } from "./unsent_forms.ts";
import { verifyWhenSeen } from "./verify.ts";
import { showWhatIsNew } from "./whats_new.ts";
import { storageKeys } from "../../server/contract/site/limits.ts";

reloadRestoredPage();
settleSentDrafts();
enhanceToasts();
enhanceLogout();
followLogout();
enhanceTabs();
enhanceMembersTab();
enhanceGroupList();
enhanceSearchBox();
enhanceBell();
watchForms();
verifyWhenSeen();
showWhatIsNew();
storeZone();
storeForNextVisit();
document.querySelector("[data-print]")?.addEventListener("click", () => print());
// Few pages, or browsers, need any of these, and a page can be read without them.
const late = [
  [!CSS.supports("field-sizing: content"), () => import("./grow_fields.ts")],
  [has("[data-draft]"), () => import("../offline/field_drafts.ts")],
  [has("[data-announcement]"), () => import("./announcement.ts")],
  [has("[data-pace]"), () => import("./pace.ts")],
  [has("[data-copy]"), () => import("./copy.ts")],
  [has("[data-import]"), () => import("./import_library.ts")],
  [has("[data-passkey]"), () => import("./passkeys.ts")],
  [has("[data-prove]"), () => import("./prove.ts")],
  [readStored(storageKeys.token) && has("#session-card"), () => import("./session_card.ts")],
] as const;
for (const [isNeeded, load] of late) if (isNeeded) load().catch(() => {});

function has(selector: string): boolean {
  return document.querySelector(selector) !== null;
}
