import { findGroup } from "../../../db/groups.ts";
import { GroupHeader } from "../../../islands/groups/GroupHeader.tsx";
import { Tabs } from "../../../islands/ui/Tabs.tsx";
import { type GroupTab, groupTabs, paths } from "../../../server/contract/paths.ts";
import { texts } from "../../../server/contract/texts.ts";
import { setFlash } from "../../../server/http/flash.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { failures, tryLoad } from "../../layout/LoadError.tsx";
import { page } from "../../layout/page.tsx";
import { chatTab } from "./chat_tab.tsx";
import { membersTab } from "./members_tab.tsx";
import type { C, FailedForm, Tab } from "./tab.ts";

export const groupPage = router();

groupPage.get("/group/:id", signedInPage, (c) => showGroup(c, c.req.param("id")));

/** A group's page at the tab that the address names; the dashboard, with a toast, for those who are not members. */
export async function showGroup(c: C, groupId: string, failed?: FailedForm): Promise<Response> {
  const group = await tryLoad(c, () => findGroup(c.var.deps.db, c.var.user.id, groupId));
  if (!group) {
    setFlash(c, "error", texts.groups.loadDetailsFailed);
    return c.redirect(paths.dashboard, 303);
  }
  const current = groupTabs.find((tab) => tab === c.req.query("tab")) ?? "chat";
  const { content, toasts, styles = [] } = await tabs[current](c, group, failed);
  return page(c, {
    title: group.groupName,
    description: texts.descriptions.group,
    width: "wide",
    styles: ["group-page", ...styles],
    status: failed?.refusal.status,
    headers: failed?.refusal.headers,
    toasts: [...failures(failed?.refusal.message), ...toasts],
    body: (
      <div className="group">
        <GroupHeader group={group} />
        <Tabs label={group.groupName} tabs={groupTabs.map((name) => asTab(group.id, name, current))} />
        {content}
      </div>
    ),
  });
}

const tabs: Record<GroupTab, Tab> = {
  chat: chatTab,
  members: membersTab,
  video: () => ({ content: null, toasts: [] }),
  voice: () => ({ content: null, toasts: [] }),
  settings: () => ({ content: <h2>Settings</h2>, toasts: [] }),
};

const icons = { chat: "chat", members: "users", video: "video", voice: "voice", settings: "settings" } as const;

const asTab = (groupId: string, name: GroupTab, current: GroupTab) => ({
  href: paths.group(groupId, name),
  text: name[0].toUpperCase() + name.slice(1),
  icon: icons[name],
  current: name === current,
});
