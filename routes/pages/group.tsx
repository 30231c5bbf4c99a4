import type { ReactNode } from "react";
import { z } from "zod";
import type { BookFailure } from "../../islands/books/BookDialog.tsx";
import { Chat } from "../../islands/Chat.tsx";
import { GroupHeader } from "../../islands/groups/GroupHeader.tsx";
import { Tabs } from "../../islands/ui/Tabs.tsx";
import { isRemovable } from "../../islands/groups/MemberActions.tsx";
import { Members } from "../../islands/Members.tsx";
import { postMessage } from "../../server/actions/chat.ts";
import { searchUsers } from "../../server/actions/users.ts";
import * as actions from "../../server/actions/groups.ts";
import { NewContent } from "../../server/contract/chat.ts";
import { id } from "../../server/contract/fields.ts";
import { type Group, NewMember } from "../../server/contract/groups.ts";
import { type GroupTab, groupTabs, paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { type Flash, setFlash } from "../../server/http/flash.ts";
import { clockOf } from "../../server/http/clock.ts";
import {
  type Fields,
  formKeyFor,
  idempotencyKey,
  type Outcome,
  readForm,
  type Refusal,
  runFormAction,
} from "../../server/http/form.ts";
import { signedInPage } from "../../server/http/guards.ts";
import { logFailure } from "../../server/http/request_log.ts";
import { type Ctx, router, type SignedInEnv } from "../../server/http/router.ts";
import { Island } from "../layout/Island.tsx";
import { bookIntents, booksPanel } from "./books.tsx";
import { readPart } from "./chat.ts";
import { type Page, page } from "../layout/page.tsx";
import { tryLoad } from "../layout/LoadError.tsx";

export const group = router();

type C = Ctx<SignedInEnv>;

/** What a form gave that could not be done. */
interface Given {
  /** The form, as it was sent. */
  sent?: Fields;
  /** The chat's text. */
  typed?: string;
  /** What the message was called when it was sent. */
  clientId?: string;
  failure?: BookFailure;
}

/** What a tab is rendered from, and where it leaves what is to be told beside it. */
interface Showing extends Given {
  toasts: Flash[];
}

group.get("/group/:id", signedInPage, async (c) => {
  const group = await load(c, c.req.param("id"));
  return group ? await show(c, group) : c.redirect(paths.dashboard, 303);
});

/** The group, or a word about why there is none for the page that follows. */
async function load(c: C, groupId: string): Promise<Group | undefined> {
  try {
    return await actions.findGroup(c.var.deps, c.var.user, groupId);
  } catch (err) {
    logFailure(c, err, "a group could not be loaded");
    setFlash(c, "error", texts.groups.loadDetailsFailed);
  }
}

async function show(c: C, group: Group, more: Partial<Page> = {}, given: Given = {}) {
  const tab = groupTabs.find((tab) => tab === c.req.query("tab")) ?? "chat";
  const toasts = [...more.toasts ?? []];
  const content = await contents[tab](c, group, { ...given, toasts });
  return page(c, {
    title: group.groupName,
    width: "wide",
    ...more,
    toasts,
    body: (
      <div className="group">
        <GroupHeader group={group} />
        <Tabs label={group.groupName} tabs={groupTabs.map((name) => asTab(group.id, name, tab))} />
        {content}
      </div>
    ),
  });
}

const contents: Record<GroupTab, (c: C, group: Group, showing: Showing) => Promise<ReactNode>> = {
  async chat(c, group, { sent, typed, clientId, failure, toasts }) {
    const { id, username } = c.var.user;
    const formKey = formKeyFor(sent);
    const props = {
      groupId: group.id,
      viewer: { id, username },
      ...await readPart(c, group.id),
      pictures: picturesOf(group),
      clock: clockOf(c),
      typed,
      clientId,
      formKey,
    };
    const books = await booksPanel(c, group.id, { formKey, failure });
    toasts.push(...books.toasts);
    return (
      <div className="group-chat">
        <Island of={Chat} props={props} />
        {books.content}
      </div>
    );
  },
  async members(c, group) {
    const { add, username, remove } = c.req.query();
    const viewerId = c.var.user.id;
    const searched = username?.trim()
      ? { username, found: await tryLoad(c, () => searchUsers(c.var.deps, c.var.user, username)) }
      : undefined;
    const adding = add !== undefined && group.createdBy === viewerId;
    const removing = group.members.find(({ user }) => user.id === remove && isRemovable(group, user, viewerId))?.user
      .id;
    return <Island of={Members} props={{ group, viewerId, adding, searched, removing }} />;
  },
  video: () => Promise.resolve(null),
  voice: () => Promise.resolve(null),
  settings: () => Promise.resolve(<h2>Settings</h2>),
};

const picturesOf = ({ members }: Group): Record<string, string> =>
  Object.fromEntries(members.flatMap(({ user }) => user.profileImage ? [[user.id, user.profileImage]] : []));

const asTab = (groupId: string, name: GroupTab, current: GroupTab) => ({
  href: paths.group(groupId, name),
  text: name[0].toUpperCase() + name.slice(1),
  icon: ({ chat: "chat", members: "users", video: "video", voice: "voice", settings: "settings" } as const)[name],
  current: name === current,
});

group.post("/group/:id", signedInPage, async (c) => {
  const fields = await readForm(c);
  const groupId = c.req.param("id");
  if (Object.hasOwn(bookIntents, fields.intent)) {
    const outcome = await bookIntents[fields.intent](c, groupId, fields);
    if (outcome instanceof Response) return outcome;
    const { refusal, failure } = outcome;
    return await showAgain(c, groupId, refusal, { sent: fields, failure });
  }
  return Object.hasOwn(intents, fields.intent)
    ? await intents[fields.intent](c, groupId, fields)
    : await intents.message(c, groupId, fields);
});

/** The page once more, with what was typed and why it was refused. */
async function showAgain(c: C, groupId: string, { status, headers, message }: Refusal, given: Given) {
  const group = await load(c, groupId);
  if (!group) return c.redirect(paths.dashboard, 303);
  return await show(c, group, { status, headers, toasts: [{ kind: "error", text: message }] }, given);
}

const intents: Record<string, (c: C, groupId: string, fields: Fields) => Promise<Response>> = {
  async message(c, groupId, fields) {
    let clientId: string | undefined;
    const post = ({ content }: z.infer<typeof NewContent>) => {
      clientId = idempotencyKey(fields, content);
      return postMessage(c.var.deps, c.var.user, { content, groupId, clientId: clientId ?? null });
    };
    const outcome = await runFormAction(c, { schema: NewContent, fields }, post);
    if (outcome.ok) return c.redirect(paths.group(groupId), 303);
    return await showAgain(c, groupId, outcome, { sent: fields, typed: fields.content, clientId });
  },
  async addMember(c, groupId, fields) {
    const add = ({ userId }: z.infer<typeof NewMember>) =>
      actions.addMember(c.var.deps, c.var.user, { groupId, userId });
    const outcome = await runFormAction(c, { schema: NewMember, fields }, add);
    return told(c, outcome, texts.members.added, paths.group(groupId, "members"));
  },
  async removeMember(c, groupId, fields) {
    const isLeaving = fields.userId === c.var.user.id;
    const remove = ({ userId }: { userId: string }) =>
      actions.removeMember(c.var.deps, c.var.user, { groupId, userId });
    const outcome = await runFormAction(c, { schema: z.object({ userId: id }), fields }, remove);
    const next = isLeaving && outcome.ok ? paths.dashboard : paths.group(groupId, "members");
    return told(c, outcome, isLeaving ? texts.members.left : texts.members.removed, next);
  },
};

function told(c: C, outcome: Outcome<unknown>, success: string, next: string): Response {
  setFlash(c, outcome.ok ? "success" : "error", outcome.ok ? success : outcome.message);
  return c.redirect(next, 303);
}
