import { listCardOwners } from "../../../db/account/added_people.ts";
import { findGroup, findGroupWithSteps, type FirstSteps, listGroupLinks } from "../../../db/groups/groups.ts";
import { listNamedMembers } from "../../../db/groups/members.ts";
import { countWaiting } from "../../../db/site/overview.ts";
import { chatThemeId, chatToolsId } from "../../../islands/chat/presence/ChatTools.tsx";
import { isRemovable } from "../../../islands/groups/MemberCard.tsx";
import { Members } from "../../../islands/Members.tsx";
import { IconButton, LinkButton } from "../../../islands/ui/Button.tsx";
import { Avatar } from "../../../islands/ui/Avatar.tsx";
import { Drawn } from "../../../islands/ui/Drawn.tsx";
import { Tabs } from "../../../islands/ui/Tabs.tsx";
import { addBook } from "../../../server/actions/books/books.ts";
import { hideSteps } from "../../../server/actions/groups/first_steps.ts";
import { addMember, removeMember } from "../../../server/actions/groups/members.ts";
import { saveNote } from "../../../server/actions/notes/own_notes.ts";
import { searchUsers } from "../../../server/actions/people/profiles.ts";
import { turnPage } from "../../../server/actions/reading/progress.ts";
import { endTimer, joinTimer, leaveTimer, startTimer } from "../../../server/actions/reading/timers.ts";
import { cardPaths } from "../../../server/contract/account/paths.ts";
import { addedPeopleTexts } from "../../../server/contract/account/texts.ts";
import * as chatLimits from "../../../server/contract/chat/limits.ts";
import { chatThemeScript } from "../../../server/contract/chat/chat_theme.ts";
import * as groupsLimits from "../../../server/contract/groups/limits.ts";
import { clubPaths } from "../../../server/contract/groups/club_paths.ts";
import type { UserCard } from "../../../server/contract/people/shapes.ts";
import { conversationPaths } from "../../../server/contract/people/paths.ts";
import { conversationTexts } from "../../../server/contract/groups/conversation_texts.ts";
import { requestTexts } from "../../../server/contract/groups/request_texts.ts";
import { kindTexts } from "../../../server/contract/groups/kind_texts.ts";
import { aboutParts, aboutPaths } from "../../../server/contract/groups/about_paths.ts";
import { groupPaths, type GroupTab, groupTabs } from "../../../server/contract/groups/paths.ts";
import type { Group, GroupFace } from "../../../server/contract/groups/shapes.ts";
import { overviewTexts, settingsTexts } from "../../../server/contract/groups/settings_texts.ts";
import { groupsTexts, inviteTexts, membersTexts } from "../../../server/contract/groups/texts.ts";
import { readingLogTexts } from "../../../server/contract/reading/log_texts.ts";
import { readingPaths } from "../../../server/contract/reading/paths.ts";
import { timer } from "../../../server/contract/reading/limits.ts";
import type { StyleName } from "../../../server/contract/site/assets.ts";
import { newsIn, type Unread } from "../../../server/contract/site/unread.ts";
import { setClosed } from "../../../server/http/cookies.ts";
import { formFailure, readForm } from "../../../server/http/form.ts";
import { mountForm, mountForms } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { inTimeZone } from "../../api/reading.ts";
import { Island } from "../../layout/Island.tsx";
import {
  type C,
  failures,
  type Page,
  page,
  partOfPage,
  type Tab,
  type TabContent,
  toDashboard,
  tryLoad,
} from "../../layout/page.tsx";
import { LinkRow, NoticeLine } from "../../layout/parts.tsx";
import { isClosedTo } from "./closed.ts";
import { askCard } from "./ask_card.tsx";
import { type MemberPage, readMemberPage } from "./member_pages.ts";
import { chatTab, type FailedGroupForm } from "../chat/chat_tab.tsx";
import { timerTexts } from "../../../server/contract/reading/timer_texts.ts";
import { Icon, type IconName } from "../../../islands/ui/Icon.tsx";
import { findTexts } from "../../../server/contract/chat/message_texts.ts";
import type { ReactNode } from "react";
import { GroupImage } from "../../../islands/groups/GroupImage.tsx";
import { FirstStepsCard } from "./first_steps.tsx";
import { UnreadBadge } from "../../../islands/groups/GroupCard.tsx";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { Written } from "../../../islands/ui/Written.tsx";

export const groupPage = router();

groupPage.get("/group/:id", signedInPage, (c) => {
  const show = c.req.query("part") === "steps" ? showSteps : showGroup;
  return show(c, c.req.param("id"));
});

/** The part of the chat's page that changes with each book that is added. */
async function showSteps(c: C, groupId: string): Promise<Response> {
  const read = await readGroup(c, groupId, "chat");
  if (!read) return toDashboard(c, groupsTexts.loadDetailsFailed);
  const { group, steps } = read;
  return partOfPage(c, <div data-steps="">{steps && <FirstStepsCard group={group} steps={steps} />}</div>);
}

export async function showGroup(c: C, groupId: string, failed?: FailedGroupForm): Promise<Response> {
  const asked = groupTabs.find((tab) => tab === c.req.query("tab")) ?? "chat";
  const read = await readGroup(c, groupId, asked);
  if (!read) return toDashboard(c, groupsTexts.loadDetailsFailed);
  const { group } = read;
  const words = kindTexts[group.kind];
  const current = words.tabs.find((tab) => tab === asked);
  if (!current) return c.redirect(groupPaths.group(groupId), 303);
  const isChat = current === "chat";
  const { user, deps: { db } } = c.var;
  const [{ content, toasts = [], styles = [] }, groups, waiting] = await Promise.all([
    tabs[current](c, read, failed),
    tryLoad(c, () => listGroupLinks(db, user.id)),
    tryLoad(c, () => countWaiting(db, user.id)),
  ]);
  return page(c, {
    title: group.groupName,
    description: words.description,
    width: "wide",
    ...stylesOf(current, styles),
    inline: isChat ? chatThemeScript : undefined,
    refusal: failed?.refusal,
    toasts: [...failures(failed?.refusal.message), ...toasts],
    news: groups && waiting && newsIn({ groups, ...waiting }),
    body: (
      <div className="group" data-kind={group.kind === "own" ? "own" : undefined}>
        <GroupHeader group={group} other={otherIn(group, user.id)} menu={isChat && <ChatMenu />}>
          {isChat && (
            <div className="chat-tools" id={chatToolsId}>
              <ChatLinks />
            </div>
          )}
        </GroupHeader>
        <Tabs label={group.groupName} tabs={words.tabs.map((name) => asTab(group.id, name, current))} />
        <GroupList groups={listed(groups ?? [], groupId)} current={group.id} />
        {content}
        {current === "members" && <MembersDrawer />}
      </div>
    ),
  });
}

interface GroupPage extends MemberPage {
  /** These only with the chat. */
  steps?: FirstSteps;
  mayAddBooks?: boolean;
  mayMentionAll?: boolean;
}

async function readGroup(c: C, groupId: string, tab: GroupTab): Promise<GroupPage | undefined> {
  if (tab === "members") return await readMemberPage(c, groupId, c.req.query("remove"));
  const { deps: { db }, user } = c.var;
  if (tab === "chat") {
    const most = chatLimits.chat.directoryLength;
    const read = await tryLoad(c, () => findGroupWithSteps(db, user.id, groupId, { most }));
    return read && { ...read, page: 1 };
  }
  // The other one of a conversation, whose face it has.
  const group = await tryLoad(c, () => findGroup(db, user.id, groupId, { most: 2 }));
  return group && { group, page: 1 };
}

/** Closed here: a chat's script fetches it with the list of members, and opens it there. */
const MembersDrawer = () => (
  <dialog className="drawer" aria-label="Members" tabIndex={-1}>
    <form method="dialog">
      <IconButton type="submit" icon="close" label="Close" />
    </form>
  </dialog>
);

/** What the chat needs only with script, or once something is opened, or where a message is not like most. */
const lateStyles: StyleName[] = ["group-script", "message-late", "book-page", "books-add"];

function stylesOf(tab: GroupTab, needed: StyleName[]): Pick<Page, "styles" | "lateStyles"> {
  if (tab === "members") return { styles: ["group-page", "people-pages", ...needed] };
  if (tab !== "chat") return { styles: ["group-page"] };
  return { styles: ["group-page", ...needed], lateStyles: lateStyles.filter((name) => !needed.includes(name)) };
}

function listed(groups: ListedGroup[], currentId: string): ListedGroup[] {
  const first = groups.slice(0, groupsLimits.groupList.max);
  const current = groups.find(({ id }) => id === currentId);
  return current && !first.includes(current) ? [current, ...first.slice(0, -1)] : first;
}

const tabs: Record<GroupTab, Tab<GroupPage, FailedGroupForm>> = {
  async chat(c, { group, steps, mayAddBooks, mayMentionAll }, failed) {
    const readOnly = group.kind === "direct" && await isClosedTo(c, group.id);
    const tab = await chatTab(c, group, { steps, mayAddBooks, mayMentionAll, readOnly, failed });
    if (!readOnly) return tab;
    const text = c.var.deps.config.directMessages === "off" ? conversationTexts.off : conversationTexts.closed;
    const content = (
      <div>
        {tab.content}
        <NoticeLine kind="info" text={text} />
      </div>
    );
    return { ...tab, content, styles: [...tab.styles ?? [], "closed-conversation"] };
  },
  members: membersTab,
  video: () => ({ content: null }),
  voice: () => ({ content: null }),
  settings: (_, { group }) => ({
    content: (
      <div className="stack">
        <h2>Settings</h2>
        {group.role === "member"
          ? <LinkRow href={aboutPaths.aboutGroup(group.id)}>{kindTexts[group.kind].about}</LinkRow>
          : <LinkRow href={aboutPaths.aboutGroup(group.id, aboutParts.settings)}>{settingsTexts.ofGroup}</LinkRow>}
      </div>
    ),
  }),
};

const icons = { chat: "chat", members: "users", video: "video", voice: "voice", settings: "settings" } as const;

const asTab = (groupId: string, name: GroupTab, current: GroupTab) => ({
  href: groupPaths.group(groupId, name),
  text: name[0].toUpperCase() + name.slice(1),
  icon: icons[name],
  current: name === current,
});

async function membersTab(c: C, { group, page, seen }: MemberPage): Promise<TabContent> {
  const { add, username, remove } = c.req.query();
  const viewerId = c.var.user.id;
  const searched = username?.trim()
    ? { username, found: await tryLoad(c, () => searchUsers(c.var.deps, c.var.user, username)) }
    : undefined;
  const ids = searched?.found?.map(({ id }) => id) ?? [];
  const alreadyIn = ids.length > 0 && group.memberCount > group.members.length
    ? (await listNamedMembers(c.var.deps.db, viewerId, { groupId: group.id, ids, usernames: [] })).map(({ id }) => id)
    : undefined;
  const adding = add !== undefined && group.createdBy === viewerId;
  const removing = group.members.find((member) =>
    member.user.id === remove && isRemovable(group.role, member, viewerId)
  )
    ?.user.id;
  const { card, styles, settings, hasRequests } = await askCard(c, { groupId: group.id, from: "members" });
  const hasOverview = settings?.overview;
  const shown = { group, page, seen, viewerId, adding, searched, alreadyIn, removing };
  const props = {
    ...shown,
    ...group.role !== "member" && await organizerLinks(c, group, { hasOverview, hasRequests }),
  };
  const members = <Island of={Members} props={props} />;
  if (!card && seen === undefined) return { content: members };
  return {
    content: (
      <div className="stack">
        {card}
        {members}
        {seen !== undefined && <p className="muted">{membersTexts.hidden}</p>}
      </div>
    ),
    styles: ["ask", ...styles],
  };
}

/** Where organizers go from the members, and for whom they make a new card. */
async function organizerLinks(
  c: C,
  { id }: Group,
  { hasOverview, hasRequests }: { hasOverview?: boolean; hasRequests?: boolean },
) {
  const { deps, user } = c.var;
  const owners = await tryLoad(c, () => listCardOwners(deps.db, user.id, id)) ?? [];
  const links = [
    ...hasRequests ? [{ href: clubPaths.requests(id), text: requestTexts.waiting }] : [],
    ...hasOverview ? [{ href: aboutPaths.overview(id), text: overviewTexts.link }] : [],
    ...deps.config.organizersAddPeople ? [{ href: cardPaths.addToGroup(id), text: addedPeopleTexts.fromList }] : [],
    ...owners.some(({ isUnused }) => isUnused)
      ? [{ href: cardPaths.unused(id), text: addedPeopleTexts.unusedCards }]
      : [],
  ];
  const hint = deps.config.organizersAddPeople ? undefined : addedPeopleTexts.askForCards;
  return { links, hint, cardOwners: owners.map(({ id }) => id) };
}

mountForm(groupPage, addBook, {
  path: "/group/:id/books",
  refused(c, refusal, { params, fields }) {
    const { title, author, pageCount } = fields;
    const isFound = fields.book !== undefined;
    const book = isFound ? undefined : { typed: { title, author, pageCount }, failure: formFailure(refusal) };
    return showGroup(c, params.id, { refusal, sent: fields, books: { book } });
  },
});

mountForm(groupPage, saveNote, {
  path: "/group/:id/books/:bookId/notes",
  refused(c, refusal, { params, fields }) {
    const note = { typed: fields.content, failure: formFailure(refusal), isConflict: refusal.status === 409 };
    return showGroup(c, params.id, { refusal, sent: fields, books: { note } });
  },
});

mountForm(groupPage, turnPage, {
  path: "/group/:id/books/:bookId/progress",
  input: inTimeZone,
  refused(c, refusal, { params, fields }) {
    const page = { typed: fields.page ?? fields.currentPage, failure: formFailure(refusal) };
    return showGroup(c, params.id, { refusal, sent: fields, books: { page } });
  },
});

mountForm(groupPage, turnPage, { path: "/group/:id/books/:bookId/turn-to-message", input: inTimeZone });

mountForms(groupPage, [hideSteps, addMember, removeMember, startTimer, joinTimer, leaveTimer, endTimer]);

const closing = "/group/:id/timer/close";

groupPage.get(closing, (c) => c.redirect(groupPaths.group(c.req.param("id")), 303));

groupPage.post(closing, signedInPage, async (c) => {
  const { id } = await readForm(c);
  const here = groupPaths.group(c.req.param("id"));
  setClosed(c, "timer", { id, where: here, seconds: timer.shownFor / 1000 });
  return c.redirect(here, 303);
});

const links = [["search", "search"], ["pins", "pin"]] as const;

const ChatLinks = () => (
  <div className="chat-links">
    {links.map(([kind, icon]) => (
      <a key={kind} className="icon-button" href={`?${kind}`} aria-label={findTexts[kind]}>
        <Icon name={icon} />
      </a>
    ))}
  </div>
);

interface MenuLinkProps {
  icon: IconName;
  href: string;
  children: string;
}

const MenuLink = ({ icon, href, children }: MenuLinkProps) => (
  <a className="nav-link" href={href}>
    <Icon name={icon} />
    {children}
  </a>
);

const ChatMenu = () => (
  <>
    <div className="chat-menu">
      {links.map(([kind, icon]) => <MenuLink key={kind} icon={icon} href={`?${kind}`}>{findTexts[kind]}</MenuLink>)}
    </div>
    <MenuLink icon="book" href="?timer">{timerTexts.title}</MenuLink>
    <div id={chatThemeId} />
  </>
);

interface Props {
  group: Pick<Group, "id" | "kind" | "groupName" | "description" | "format" | "image" | "memberCount" | "role">;
  /** Of a conversation; undefined once their account is deleted. */
  other?: UserCard;
  menu?: ReactNode;
  children?: ReactNode;
}

const otherIn = ({ kind, members }: Group, viewerId: string) =>
  kind === "direct" ? members.find(({ user }) => user.id !== viewerId)?.user : undefined;

const backOf = {
  group: { href: sitePaths.dashboard, label: groupsTexts.backToAll },
  direct: { href: conversationPaths.conversations, label: conversationTexts.title },
  own: { href: readingPaths.reading, label: readingLogTexts.title },
};

function GroupHeader({ group, other, menu, children }: Props) {
  const words = kindTexts[group.kind];
  return (
    <header className="group-header">
      <a
        className="icon-button group-back"
        href={backOf[group.kind].href}
        aria-label={backOf[group.kind].label}
      >
        <Icon name="arrow-left" />
      </a>
      {other ? <Avatar user={other} size={40} /> : <GroupImage group={group} size={40} />}
      <h1 className="group-name">
        <button type="button" popoverTarget="about">{group.groupName}</button>
      </h1>
      {words.below
        ? <p className="group-count">{words.below}</p>
        : <p className="group-count" data-member-count>{groupsTexts.memberCount(group.memberCount)}</p>}
      {children}
      {menu && group.role !== "member" && (
        <LinkButton className="group-invite" icon="user-plus" href={groupPaths.invite(group.id)}>
          {inviteTexts.invite}
        </LinkButton>
      )}
      <div className="group-about" id="about" popover="auto">
        <p className="group-about-name">{group.groupName}</p>
        {group.description && <Written className="group-text muted" text={group.description} format={group.format} />}
        {group.kind === "direct" && <MenuLink icon="chat" href={backOf.direct.href}>{backOf.direct.label}</MenuLink>}
        <MenuLink icon="info" href={aboutPaths.aboutGroup(group.id)}>{words.about}</MenuLink>
        <MenuLink icon="calendar" href={clubPaths.club(group.id)}>{words.club}</MenuLink>
        {menu}
      </div>
    </header>
  );
}

type ListedGroup = GroupFace & Partial<Unread>;

interface GroupListProps {
  groups: readonly ListedGroup[];
  current: string;
}

function GroupList({ groups, current }: GroupListProps) {
  return (
    <nav className="group-list" aria-labelledby="my-groups">
      <a href={sitePaths.dashboard} id="my-groups">My Groups</a>
      <ul className="group-links">
        {groups.map((group) => (
          <Drawn key={group.id} from={() => [group, group.id === current]}>
            <LinkToGroup group={group} isCurrent={group.id === current} />
          </Drawn>
        ))}
      </ul>
      {/* A script clones it for a group in which something is unread by then. */}
      <template>
        <UnreadBadge unread={1} />
      </template>
    </nav>
  );
}

const LinkToGroup = ({ group, isCurrent }: { group: ListedGroup; isCurrent: boolean }) => (
  <a href={groupPaths.group(group.id)} aria-current={isCurrent ? "page" : undefined}>
    <GroupImage group={group} size={28} />
    <span>{group.groupName}</span>
    {!isCurrent && <UnreadBadge unread={group.unread} mentions={group.mentions} />}
  </a>
);
