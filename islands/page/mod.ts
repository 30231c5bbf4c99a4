/** What every page does with script, without React. It runs when it is loaded. */
import "../runtime/typed_before.ts";
// Bundled here: the build would otherwise make a file of it that every page loads.
import "../runtime/markers.ts";
import { settleSentDrafts } from "../offline/drafts.ts";
import { storeZone } from "../runtime/reader_locale.ts";
import { readStored } from "../runtime/storage.ts";
import { enhanceBell } from "./bell.ts";
import { enhanceGroupList } from "./group_list.ts";
import { enhanceLogout, followLogout, reloadRestoredPage } from "./logout.ts";
import { storeForNextVisit } from "./offline.ts";
import { enhanceMembersTab, enhanceTabs } from "./tabs.ts";
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
helpWriting();
showWhatIsNew();
storeZone();
storeForNextVisit();
// Few pages, or browsers, need any of these, and a page can be read without them.
const late = [
  [!CSS.supports("field-sizing: content"), () => import("./grow_fields.ts")],
  [has("[data-copy], [data-print], [data-announcement]"), () => import("./buttons.ts")],
  [has("[data-draft]"), () => import("../offline/field_drafts.ts")],
  [has("[data-live]"), () => import("./live.ts")],
  [has("[data-own-script]"), () => import("./few_pages.ts")],
  [has("[data-passkey], [data-prove]"), () => import("./passkeys.ts")],
  [readStored(storageKeys.token) && has("#session-card"), () => import("./session_card.ts")],
] as const;
for (const [isNeeded, load] of late) if (isNeeded) load().catch(() => {});

/** Not before somebody writes. */
function helpWriting(): void {
  const load = () => has("[data-write]:focus") && import("./write_tools.ts").catch(() => {});
  addEventListener("focusin", load);
  load();
}

function has(selector: string): boolean {
  return document.querySelector(selector) !== null;
}

/** The navigation's search box sends nothing where it is blank, and is empty again afterwards, also on coming back. */
function enhanceSearchBox(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-search]")) {
    form.addEventListener("submit", (event) => {
      if (!form.querySelector("input")!.value.trim()) event.preventDefault();
      // Once the browser has read what to search for.
      else setTimeout(() => form.reset());
    });
  }
}
