/** What every page does with script, without React. It runs when it is loaded. */
import { storeZone } from "../runtime/reader_locale.ts";
import { enhanceBell } from "./bell.ts";
import { reloadRestoredPage } from "./bfcache.ts";
import { enhanceGroupList } from "./group_list.ts";
import { enhanceLogout } from "./logout.ts";
import { enhanceMembersTab } from "./members_drawer.ts";
import { storeForNextVisit } from "./offline.ts";
import { enhanceSearchBox } from "./search_box.ts";
import { showSessionCard } from "./session_card.ts";
import { enhanceTabs } from "./tabs.ts";
import { enhanceToasts } from "./toasts.ts";
import { verifyWhenSeen } from "./verify.ts";
import { showWhatIsNew } from "./whats_new.ts";

reloadRestoredPage();
enhanceToasts();
enhanceLogout();
enhanceTabs();
enhanceMembersTab();
enhanceGroupList();
enhanceSearchBox();
enhanceBell();
verifyWhenSeen();
showWhatIsNew();
void showSessionCard();
storeZone();
storeForNextVisit();
document.querySelector("[data-print]")?.addEventListener("click", () => print());
// Few pages have any of these.
if (document.querySelector("[data-copy]")) void import("./copy.ts");
if (document.querySelector("[data-import]")) void import("./import_library.ts");
if (document.querySelector("[data-passkey]")) void import("./passkeys.ts");
