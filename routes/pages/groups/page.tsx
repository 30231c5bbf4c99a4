import * as groupsLimits from "../../../server/contract/groups/limits.ts";
import { findGroup, listGroupSummaries } from "../../../db/groups/groups.ts";
import { countWaiting } from "../../../db/site/overview.ts";
import { ChatLinks, ChatMenu } from "../../../islands/chat/find/ChatLinks.tsx";
import { chatToolsId } from "../../../islands/chat/presence/ChatTools.tsx";
import { GroupHeader } from "../../../islands/groups/GroupHeader.tsx";
import { GroupList, type ListedGroup } from "../../../islands/groups/GroupList.tsx";
import { Tabs } from "../../../islands/ui/Tabs.tsx";
import { aboutTexts, groupsTexts } from "../../../server/contract/groups/texts.ts";
import { chatThemeScript } from "../../../server/contract/chat/chat_theme.ts";
import type { StyleName } from "../../../server/contract/site/assets.ts";
import { newsIn } from "../../../server/contract/site/unread.ts";
import { setFlash } from "../../../server/http/cookies.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { failures, tryLoad } from "../../layout/LoadError.tsx";
import { type Page, page } from "../../layout/page.tsx";
import { chatTab } from "../chat/chat_tab.tsx";
import { membersTab } from "./members_tab.tsx";
import type { C, FailedForm, Tab } from "./tab.ts";
import { groupPaths, type GroupTab, groupTabs } from "../../../server/contract/groups/paths.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { descriptions } from "../../../server/contract/site/texts.ts";

export const groupPage = router();

groupPage.get("/group/:id", signedInPage, (c) => showGroup(c, c.req.param("id")));

/** A group's page at the tab that the address names; the dashboard, with a toast, for outsiders. */
export async function showGroup(c: C, groupId: string, failed?: FailedForm): Promise<Response> {
  const group = await tryLoad(c, () => findGroup(c.var.deps.db, c.var.user.id, groupId));
  if (!group) {
    setFlash(c, "error", groupsTexts.loadDetailsFailed);
    return c.redirect(sitePaths.dashboard, 303);
  }
  const current = groupTabs.find((tab) => tab === c.req.query("tab")) ?? "chat";
  const isChat = current === "chat";
  const { user, deps: { db } } = c.var;
  const [{ content, toasts, styles = [] }, groups, waiting] = await Promise.all([
    tabs[current](c, group, failed),
    tryLoad(c, () => listGroupSummaries(db, user.id)),
    tryLoad(c, () => countWaiting(db, user.id)),
  ]);
  return page(c, {
    title: group.groupName,
    description: descriptions.group,
    width: "wide",
    ...stylesOf(current, styles),
    inline: isChat ? chatThemeScript : undefined,
    status: failed?.refusal.status,
    headers: failed?.refusal.headers,
    toasts: [...failures(failed?.refusal.message), ...toasts],
    news: groups && waiting && newsIn({ groups, ...waiting }),
    body: (
      <div className="group">
        <GroupHeader group={group} menu={isChat && <ChatMenu />}>
          {isChat && (
            <div className="chat-tools" id={chatToolsId}>
              <ChatLinks />
            </div>
          )}
        </GroupHeader>
        <Tabs label={group.groupName} tabs={groupTabs.map((name) => asTab(group.id, name, current))} />
        <GroupList groups={listed(groups ?? [], groupId)} current={group.id} />
        {content}
      </div>
    ),
  });
}

/** What the chat needs only with script, or once something is opened, or where a message is not like most. */
const lateStyles: StyleName[] = ["group-script", "message-marks", "book-page", "books-add"];

/** @param needed the style sheets of what the tab shows already */
function stylesOf(tab: GroupTab, needed: StyleName[]): Pick<Page, "styles" | "lateStyles"> {
  if (tab === "members") return { styles: ["group-page", "people-pages"] };
  if (tab !== "chat") return { styles: ["group-page"] };
  return { styles: ["group-page", ...needed], lateStyles: lateStyles.filter((name) => !needed.includes(name)) };
}

/** The latest active of the reader's groups, among them the one that is open. */
function listed(groups: ListedGroup[], currentId: string): ListedGroup[] {
  const first = groups.slice(0, groupsLimits.groupList.max);
  const current = groups.find(({ id }) => id === currentId);
  return current && !first.includes(current) ? [current, ...first.slice(0, -1)] : first;
}

const tabs: Record<GroupTab, Tab> = {
  chat: chatTab,
  members: membersTab,
  video: () => ({ content: null, toasts: [] }),
  voice: () => ({ content: null, toasts: [] }),
  settings: (_, group) => ({
    content: (
      <>
        <h2>Settings</h2>
        <p>
          <a href={groupPaths.aboutGroup(group.id)}>{aboutTexts.title}</a>
        </p>
      </>
    ),
    toasts: [],
  }),
};

const icons = { chat: "chat", members: "users", video: "video", voice: "voice", settings: "settings" } as const;

const asTab = (groupId: string, name: GroupTab, current: GroupTab) => ({
  href: groupPaths.group(groupId, name),
  text: name[0].toUpperCase() + name.slice(1),
  icon: icons[name],
  current: name === current,
});
