import type { ComponentProps } from "react";
import { listInvitations } from "../../../db/groups/invitations.ts";
import { countWaiting, listOverviewGroups } from "../../../db/site/overview.ts";
import { Groups } from "../../../islands/Groups.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { type Tab, Tabs } from "../../../islands/ui/Tabs.tsx";
import { createGroup, deleteGroup } from "../../../server/actions/groups/groups.ts";
import { acceptInvitation, declineInvitation } from "../../../server/actions/groups/invitations.ts";
import { clubPaths } from "../../../server/contract/groups/club_paths.ts";
import { conversationTexts } from "../../../server/contract/groups/conversation_texts.ts";
import { requestTexts } from "../../../server/contract/groups/request_texts.ts";
import { todayTexts } from "../../../server/contract/reading/book_page_texts.ts";
import { catchUp, turnPage } from "../../../server/actions/reading/progress.ts";
import { type InvitationAnswer, invitationAnswers, invitePaths } from "../../../server/contract/groups/invite_paths.ts";
import type { Invitation, NewGroup, OverviewGroup } from "../../../server/contract/groups/shapes.ts";
import { groupsTexts, inviteTexts } from "../../../server/contract/groups/texts.ts";
import { displayName } from "../../../server/contract/people/names.ts";
import { conversationPaths, peoplePaths } from "../../../server/contract/people/paths.ts";
import type { UserCard } from "../../../server/contract/people/shapes.ts";
import { friendsServerTexts } from "../../../server/contract/people/texts.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { descriptions } from "../../../server/contract/site/texts.ts";
import { newsIn } from "../../../server/contract/site/unread.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import { formFailure, formKeyFor, idempotencyKey } from "../../../server/http/form.ts";
import { mountForm, mountForms } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { inTimeZone } from "../../api/reading.ts";
import { Island } from "../../layout/Island.tsx";
import { type C, type FailedForm, failures, LoadError, page, tryLoad } from "../../layout/page.tsx";
import { StorageNotice } from "../../layout/parts.tsx";
import { ownPages } from "../../layout/SiteHeader.tsx";
import { loadRequests, PendingRequests } from "../people/friends.tsx";
import { BeginReading, loadReading, MeetingAhead, Today } from "../reading/today.tsx";

export const dashboard = router();

dashboard.get(sitePaths.dashboard, signedInPage, (c) => show(c));

interface FailedForms {
  group?: FailedForm;
  turn?: ComponentProps<typeof Today>["failed"];
}

async function show(c: C, failed: FailedForms = {}) {
  const { user, deps: { db, clock, config } } = c.var;
  const onFriends = c.req.query("tab") === "friends";
  const [requests, groups, waiting, invitations, read] = await Promise.all([
    onFriends ? loadRequests(c) : undefined,
    onFriends ? undefined : tryLoad(c, () => listOverviewGroups(db, user.id)),
    onFriends ? undefined : tryLoad(c, () => countWaiting(db, user.id)),
    onFriends ? undefined : tryLoad(c, () => listInvitations(db, user.id, { now: clock() })),
    onFriends ? undefined : tryLoad(c, async () => ({ books: await loadReading(c) })),
  ]);
  const reading = read?.books;
  const ahead = reading?.meeting && <MeetingAhead c={c} meeting={reading.meeting} />;
  return page(c, {
    title: "Dashboard",
    description: descriptions.dashboard,
    width: "wide",
    styles: ["people-pages", ...(reading ? ["today" as const] : [])],
    path: sitePaths.dashboard,
    news: groups && waiting && newsIn({ groups, ...waiting }),
    refusal: (failed.group ?? failed.turn)?.refusal,
    toasts: failures(
      failed.group && groupsTexts.createFailed,
      failed.turn?.refusal.message,
      !onFriends && !groups && groupsTexts.loadFailed,
      !onFriends && !read && todayTexts.loadFailed,
      onFriends && !requests && friendsServerTexts.requestsLoadFailed,
    ),
    body: (
      <div className="dashboard">
        <DashboardSide user={user} tabs={tabs(onFriends, { requests: requests?.length, ...waiting })} />
        <div>
          <StorageNotice used={waiting?.stored ?? 0} quota={config.accountQuota} />
          <PendingInvitations invitations={invitations ?? []} />
          {reading && ("begin" in reading
            ? <BeginReading book={reading.begin} ahead={ahead} />
            : <Today reading={reading} ahead={ahead} failed={failed.turn} />)}
          {onFriends
            ? <Requests requests={requests} />
            : groups
            ? <OwnGroups {...groupsProps(c, groups, failed.group)} isBelow={reading !== undefined} />
            : <LoadError text={groupsTexts.loadFailed} href={sitePaths.dashboard} />}
        </div>
      </div>
    ),
  });
}

const Requests = ({ requests }: { requests: ComponentProps<typeof PendingRequests>["requests"] }) => (
  <>
    <div className="page-head">
      <h1>Friend Requests</h1>
    </div>
    <PendingRequests requests={requests} here={peoplePaths.pendingRequests} />
  </>
);

const OwnGroups = (props: ComponentProps<typeof Groups>) => (
  <>
    <Island of={Groups} props={props} />
    <p className="dashboard-find">
      <a href={clubPaths.findGroups}>{requestTexts.title}</a>
    </p>
  </>
);

function groupsProps(c: C, groups: OverviewGroup[], failed?: FailedForm) {
  const toDelete = c.req.query("delete");
  return {
    groups,
    locale: readerLocale(c),
    creating: failed !== undefined || c.req.query("create") !== undefined,
    typed: failed?.sent.groupName,
    failure: failed && formFailure(failed.refusal),
    formKey: formKeyFor(failed?.sent),
    deleting: groups.find(({ id, role }) => id === toDelete && role === "creator")?.id,
  };
}

/** The last ones are not among the few of a phone's bar, but in its menu. */
const tabs = (onFriends: boolean, { requests = 0, direct }: { requests?: number; direct?: number }) => [
  { href: sitePaths.dashboard, text: "My Groups", icon: "users" as const, current: !onFriends },
  {
    href: conversationPaths.conversations,
    text: conversationTexts.title,
    icon: "chat" as const,
    current: false,
    count: direct,
  },
  {
    href: peoplePaths.pendingRequests,
    text: "Friend Requests",
    icon: "user-plus" as const,
    current: onFriends,
    count: requests,
  },
  { href: peoplePaths.profile, text: "My Profile", icon: "user" as const, current: false },
  ...ownPages.map((own) => ({ ...own, current: false })),
];

mountForm(dashboard, createGroup, {
  input: (c, group: NewGroup, { fields }) => (
    { ...group, id: idempotencyKey(fields, `${c.var.user.id} ${group.groupName}`) }
  ),
  refused: (c, refusal, { fields }) => show(c, { group: { refusal, sent: fields } }),
});
mountForm(dashboard, turnPage, {
  path: "/dashboard/:id/:bookId/turn",
  input: inTimeZone,
  refused: (c, refusal, { fields, params }) => show(c, { turn: { refusal, sent: fields, bookId: params.bookId } }),
});
mountForm(dashboard, catchUp, { path: "/dashboard/:id/:bookId/caught-up", input: inTimeZone });
mountForms(dashboard, [deleteGroup, acceptInvitation, declineInvitation]);

interface DashboardSideProps {
  user: Pick<UserCard, "username" | "fullName" | "email">;
  tabs: readonly Tab[];
}

const DashboardSide = ({ user, tabs }: DashboardSideProps) => (
  <div className="dashboard-side">
    <div>
      <p className="dashboard-name">{displayName(user)}</p>
      <p className="dashboard-email">{user.email ?? `@${user.username}`}</p>
    </div>
    <Tabs label="Dashboard" tabs={tabs} className="dashboard-nav" />
  </div>
);

const answers: Record<InvitationAnswer, string> = {
  accept: inviteTexts.join,
  decline: inviteTexts.decline,
  never: inviteTexts.never,
};

const answerKinds = { accept: "primary", decline: "quiet", never: "plain" } as const;

function PendingInvitations({ invitations }: { invitations: Invitation[] }) {
  if (invitations.length === 0) return null;
  return (
    <section className="invitations" aria-labelledby="invitations-title">
      <h2 id="invitations-title">{inviteTexts.invitations}</h2>
      <ul className="invitations-list">
        {invitations.map(({ id, group, invitedBy }) => (
          <li key={id} className="card">
            <div>
              <p className="invitations-group" dir="auto">{group.groupName}</p>
              <p className="muted">
                {`${inviteTexts.invitedBy(displayName(invitedBy))} ${groupsTexts.memberCount(group.memberCount)}.`}
              </p>
            </div>
            <div className="invitations-answers">
              {invitationAnswers.map((answer) => (
                <form key={answer} method="post" action={invitePaths.answerInvitation(id, answer)}>
                  <Button
                    type="submit"
                    kind={answerKinds[answer]}
                    aria-label={`${answers[answer]}: ${group.groupName}`}
                  >
                    {answers[answer]}
                  </Button>
                </form>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
