import { countWaiting, listOverviewGroups } from "../../../db/site/overview.ts";
import { listInvitations } from "../../../db/groups/invitations.ts";
import { Groups } from "../../../islands/Groups.tsx";
import { forCard } from "../../../islands/groups/card_group.ts";
import { createGroup, deleteGroup } from "../../../server/actions/groups/groups.ts";
import { id } from "../../../server/contract/site/fields.ts";
import { NewGroup } from "../../../server/contract/groups/groups.ts";
import { newsIn, type OverviewGroup } from "../../../server/contract/site/overview.ts";
import { formPaths } from "../../../server/contract/form_paths.ts";
import { paths } from "../../../server/contract/paths.ts";
import { serverTexts } from "../../../server/contract/server_texts.ts";
import { texts } from "../../../server/contract/texts.ts";
import {
  type Fields,
  flashAndRedirect,
  formFailure,
  formKeyFor,
  idempotencyKey,
  readForm,
  type Refusal,
  runFormAction,
} from "../../../server/http/form.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { readerLocale } from "../../../server/http/reader_locale.ts";
import { type Ctx, router, type SignedInEnv } from "../../../server/http/router.ts";
import { DashboardSide } from "../../layout/DashboardSide.tsx";
import { Island } from "../../layout/Island.tsx";
import { page } from "../../layout/page.tsx";
import { failures, LoadError, tryLoad } from "../../layout/LoadError.tsx";
import { PendingInvitations } from "../../layout/PendingInvitations.tsx";
import { StorageNotice } from "../../layout/StorageNotice.tsx";
import { loadRequests, PendingRequests } from "../people/friends.tsx";

export const dashboard = router();

type C = Ctx<SignedInEnv>;

/** The form that makes a group, which failed. */
interface FailedForm {
  refusal: Refusal;
  sent: Fields;
}

dashboard.get(paths.dashboard, signedInPage, (c) => show(c));

async function show(c: C, failed?: FailedForm) {
  const { user, deps: { db, config } } = c.var;
  const onFriends = c.req.query("tab") === "friends";
  const [requests, groups, waiting, invitations] = await Promise.all([
    onFriends ? loadRequests(c) : undefined,
    onFriends ? undefined : tryLoad(c, () => listOverviewGroups(db, user.id)),
    onFriends ? undefined : tryLoad(c, () => countWaiting(db, user.id)),
    onFriends ? undefined : tryLoad(c, () => listInvitations(db, user.id, c.var.deps.clock())),
  ]);
  return page(c, {
    title: "Dashboard",
    description: serverTexts.descriptions.dashboard,
    width: "wide",
    styles: ["people-pages"],
    path: paths.dashboard,
    news: groups && waiting && newsIn({ groups, ...waiting }),
    status: failed?.refusal.status,
    headers: failed?.refusal.headers,
    toasts: failures(
      failed && texts.groups.createFailed,
      !onFriends && !groups && texts.groups.loadFailed,
      onFriends && !requests && serverTexts.friends.requestsLoadFailed,
    ),
    body: (
      <div className="dashboard">
        <DashboardSide user={user} tabs={tabs(onFriends, requests?.length ?? waiting?.requests ?? 0)} />
        <div>
          <StorageNotice used={waiting?.stored ?? 0} quota={config.accountQuota} />
          <PendingInvitations invitations={invitations ?? []} />
          {onFriends
            ? (
              <>
                <div className="page-head">
                  <h1>Friend Requests</h1>
                </div>
                <PendingRequests requests={requests} here={paths.pendingRequests} />
              </>
            )
            : groups
            ? <Island of={Groups} props={groupsProps(c, groups, failed)} />
            : <LoadError text={texts.groups.loadFailed} again={paths.dashboard} />}
        </div>
      </div>
    ),
  });
}

function groupsProps(c: C, groups: OverviewGroup[], failed?: FailedForm) {
  const toDelete = c.req.query("delete");
  return {
    groups: groups.map(forCard),
    locale: readerLocale(c),
    creating: failed !== undefined || c.req.query("create") !== undefined,
    typed: failed?.sent.groupName,
    failure: failed && formFailure(failed.refusal),
    formKey: formKeyFor(failed?.sent),
    deleting: groups.find(({ id, role }) => id === toDelete && role === "creator")?.id,
  };
}

const tabs = (onFriends: boolean, requests: number) => [
  { href: paths.dashboard, text: "My Groups", icon: "users" as const, current: !onFriends },
  { href: paths.pendingRequests, text: "Friend Requests", icon: "bell" as const, current: onFriends, count: requests },
  { href: paths.profile, text: "My Profile", icon: "user" as const, current: false },
];

dashboard.get(paths.groups, (c) => c.redirect(paths.newGroup, 303));

dashboard.post(paths.groups, signedInPage, async (c) => {
  const sent = await readForm(c);
  const outcome = await runFormAction(c, { schema: NewGroup, fields: sent }, (group) => {
    const id = idempotencyKey(sent, `${c.var.user.id} ${group.groupName}`);
    return createGroup(c.var.deps, c.var.user, { ...group, id });
  });
  if (!outcome.ok) return await show(c, { refusal: outcome, sent });
  return flashAndRedirect(c, outcome, { success: texts.groups.created, to: paths.dashboard });
});

dashboard.get(`${paths.groups}/:id/delete`, (c) => c.redirect(formPaths.confirmDeleteGroup(c.req.param("id")), 303));

dashboard.post(`${paths.groups}/:id/delete`, signedInPage, async (c) => {
  const outcome = await runFormAction(
    c,
    { schema: id, fields: c.req.param("id") },
    (groupId) => deleteGroup(c.var.deps, c.var.user, groupId),
  );
  return flashAndRedirect(c, outcome, {
    success: texts.groups.deleted,
    failed: texts.groups.deleteFailed,
    to: paths.dashboard,
  });
});
