import type { ReactNode } from "react";
import { z } from "zod";
import { Chat } from "../../islands/Chat.tsx";
import { GroupHeader } from "../../islands/components/GroupHeader.tsx";
import { Tabs } from "../../islands/components/Tabs.tsx";
import { Members } from "../../islands/Members.tsx";
import { postMessage, readHistory } from "../../server/actions/chat.ts";
import { searchUsers } from "../../server/actions/users.ts";
import * as actions from "../../server/actions/groups.ts";
import { NewContent } from "../../server/contract/chat.ts";
import { id } from "../../server/contract/fields.ts";
import { type Group, NewMember } from "../../server/contract/groups.ts";
import { chat as chatLimits } from "../../server/contract/limits.ts";
import { type GroupTab, groupTabs, paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { asAppError } from "../../server/errors.ts";
import { setFlash } from "../../server/http/flash.ts";
import { attempt, type Fields, type Outcome, readForm } from "../../server/http/form.ts";
import { signedInPage } from "../../server/http/guards.ts";
import { type Ctx, router, type SignedInEnv } from "../../server/http/router.ts";
import { Island } from "../layout/Island.tsx";
import { type Page, page } from "../layout/page.tsx";

export const group = router();

type C = Ctx<SignedInEnv>;

group.get("/group/:id", signedInPage, async (c) => {
  const group = await load(c, c.req.param("id"));
  return group ? await show(c, group) : c.redirect(paths.dashboard, 303);
});

/** The group, or a word about why there is none for the page that follows. */
async function load(c: C, groupId: string): Promise<Group | undefined> {
  try {
    return await actions.findGroup(c.var.deps, c.var.user, groupId);
  } catch (error) {
    if (asAppError(error).status !== 404) throw error;
    setFlash(c, "error", texts.groups.loadDetailsFailed);
  }
}

async function show(c: C, group: Group, more: Partial<Page> = {}, typed?: string) {
  const tab = groupTabs.find((tab) => tab === c.req.query("tab")) ?? "chat";
  return page(c, {
    title: group.groupName,
    width: "wide",
    ...more,
    body: (
      <div className="group">
        <GroupHeader group={group} />
        <Tabs label={group.groupName} tabs={groupTabs.map((name) => asTab(group.id, name, tab))} />
        {await contents[tab](c, group, typed)}
      </div>
    ),
  });
}

const contents: Record<GroupTab, (c: C, group: Group, typed?: string) => Promise<ReactNode>> = {
  async chat(c, group, typed) {
    const { id, username } = c.var.user;
    const latest = { limit: chatLimits.historyLength };
    const { messages, hasMore } = await readHistory(c.var.deps, c.var.user, group.id, latest);
    return (
      <Island of={Chat} props={{ groupId: group.id, viewer: { id, username }, messages, hasOlder: hasMore, typed }} />
    );
  },
  async members(c, group) {
    const { add, username, remove } = c.req.query();
    const found = username?.trim() ? await searchUsers(c.var.deps, c.var.user, username) : undefined;
    const searched = found && { username, found };
    const adding = add !== undefined && group.createdBy === c.var.user.id;
    return <Island of={Members} props={{ group, viewerId: c.var.user.id, adding, searched, removing: remove }} />;
  },
  video: () => Promise.resolve(null),
  voice: () => Promise.resolve(null),
  settings: () => Promise.resolve(<h2>Settings</h2>),
};

const asTab = (groupId: string, name: GroupTab, current: GroupTab) => ({
  href: paths.group(groupId, name),
  text: name[0].toUpperCase() + name.slice(1),
  icon: ({ chat: "chat", members: "users", video: "video", voice: "voice", settings: "settings" } as const)[name],
  current: name === current,
});

group.post("/group/:id", signedInPage, async (c) => {
  const fields = await readForm(c);
  const groupId = c.req.param("id");
  return Object.hasOwn(intents, fields.intent)
    ? await intents[fields.intent](c, groupId, fields)
    : await intents.message(c, groupId, fields);
});

const intents: Record<string, (c: C, groupId: string, fields: Fields) => Promise<Response>> = {
  async message(c, groupId, fields) {
    const post = (draft: z.infer<typeof NewContent>) => postMessage(c.var.deps, c.var.user, { ...draft, groupId });
    const outcome = await attempt(NewContent, fields, post);
    if (outcome.ok) return c.redirect(paths.group(groupId), 303);
    const group = await load(c, groupId);
    if (!group) return c.redirect(paths.dashboard, 303);
    const toasts = [{ kind: "error" as const, text: outcome.message }];
    return await show(c, group, { status: outcome.status, toasts }, fields.content);
  },
  async addMember(c, groupId, fields) {
    const add = ({ userId }: z.infer<typeof NewMember>) => actions.addMember(c.var.deps, c.var.user, groupId, userId);
    const outcome = await attempt(NewMember, fields, add);
    return told(c, outcome, texts.members.added, paths.group(groupId, "members"));
  },
  async removeMember(c, groupId, fields) {
    const isLeaving = fields.userId === c.var.user.id;
    const remove = ({ userId }: { userId: string }) => actions.removeMember(c.var.deps, c.var.user, groupId, userId);
    const outcome = await attempt(z.object({ userId: id }), fields, remove);
    const next = isLeaving && outcome.ok ? paths.dashboard : paths.group(groupId, "members");
    return told(c, outcome, isLeaving ? texts.members.left : texts.members.removed, next);
  },
};

function told(c: C, outcome: Outcome<unknown>, success: string, next: string): Response {
  setFlash(c, outcome.ok ? "success" : "error", outcome.ok ? success : outcome.message);
  return c.redirect(next, 303);
}
