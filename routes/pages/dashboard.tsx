import { z } from "zod";
import { listGroups } from "../../db/groups.ts";
import { DashboardSide } from "../layout/DashboardSide.tsx";
import { Groups } from "../../islands/Groups.tsx";
import * as actions from "../../server/actions/groups.ts";
import { id } from "../../server/contract/fields.ts";
import { type Group, type GroupSummary, NewGroup } from "../../server/contract/groups.ts";
import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { setFlash } from "../../server/http/flash.ts";
import { type Fields, formKeyFor, idempotencyKey, readForm, runFormAction } from "../../server/http/form.ts";
import { signedInPage } from "../../server/http/guards.ts";
import { type Ctx, router, type SignedInEnv } from "../../server/http/router.ts";
import { Island } from "../layout/Island.tsx";
import { type Page, page } from "../layout/page.tsx";
import { failures, LoadError, tryLoad } from "../layout/LoadError.tsx";
import { loadRequests, PendingRequests } from "./friends.tsx";

export const dashboard = router();

interface State {
  creating: boolean;
  typed?: string;
  error?: string;
  deleting?: string;
  /** The form that was sent, where it is shown again. */
  sent?: Fields;
}

async function show(c: Ctx<SignedInEnv>, state: State, answer: Pick<Page, "status" | "headers"> = {}) {
  const { user } = c.var;
  const onFriends = c.req.query("tab") === "friends";
  const requests = await loadRequests(c);
  const groups = onFriends ? [] : await tryLoad(c, () => listGroups(c.var.deps.db, user.id));
  return page(c, {
    title: "Dashboard",
    width: "wide",
    ...answer,
    toasts: failures(
      state.error && texts.groups.createFailed,
      !groups && texts.groups.loadFailed,
      onFriends && !requests && texts.friends.requestsLoadFailed,
    ),
    body: (
      <div className="dashboard">
        <DashboardSide user={user} tabs={tabs(onFriends, requests?.length ?? 0)} />
        <div>
          {onFriends
            ? (
              <>
                <div className="page-head">
                  <h1>Friend Requests</h1>
                </div>
                <PendingRequests requests={requests} here={friendsTab} />
              </>
            )
            : <MyGroups groups={groups} viewerId={user.id} {...state} />}
        </div>
      </div>
    ),
  });
}

function MyGroups({ groups, viewerId, sent, ...state }: { groups: Group[] | undefined; viewerId: string } & State) {
  if (!groups) return <LoadError text={texts.groups.loadFailed} again={paths.dashboard} />;
  const isOwn = ({ id, createdBy }: Group) => id === state.deleting && createdBy === viewerId;
  const deleting = groups.find(isOwn)?.id;
  return (
    <Island
      of={Groups}
      props={{ ...state, groups: groups.map(asSummary), viewerId, deleting, formKey: formKeyFor(sent) }}
    />
  );
}

const asSummary = ({ members: _, ...summary }: Group): GroupSummary => summary;

const friendsTab = `${paths.dashboard}?tab=friends`;

const tabs = (onFriends: boolean, requests: number) => [
  { href: paths.dashboard, text: "My Groups", icon: "users" as const, current: !onFriends },
  { href: friendsTab, text: "Friend Requests", icon: "bell" as const, current: onFriends, count: requests },
  { href: paths.profile, text: "My Profile", icon: "user" as const, current: false },
];

dashboard.get(
  paths.dashboard,
  signedInPage,
  (c) => show(c, { creating: c.req.query("create") !== undefined, deleting: c.req.query("delete") }),
);

dashboard.post(paths.dashboard, signedInPage, async (c) => {
  const fields = await readForm(c);
  return await (fields.intent === "delete" ? remove(c, fields) : create(c, fields));
});

async function create(c: Ctx<SignedInEnv>, fields: Fields) {
  const outcome = await runFormAction(
    c,
    { schema: NewGroup, fields },
    (group) => {
      const id = idempotencyKey(fields, `${c.var.user.id} ${group.groupName}`);
      return actions.createGroup(c.var.deps, c.var.user, { ...group, id });
    },
  );
  if (!outcome.ok) {
    const { message: error, status, headers } = outcome;
    return await show(c, { creating: true, typed: fields.groupName, error, sent: fields }, { status, headers });
  }
  setFlash(c, "success", texts.groups.created);
  return c.redirect(paths.dashboard, 303);
}

async function remove(c: Ctx<SignedInEnv>, fields: Fields) {
  const outcome = await runFormAction(
    c,
    { schema: z.object({ groupId: id }), fields },
    ({ groupId }) => actions.deleteGroup(c.var.deps, c.var.user, groupId),
  );
  if (outcome.ok) setFlash(c, "success", texts.groups.deleted);
  else setFlash(c, "error", texts.groups.deleteFailed);
  return c.redirect(paths.dashboard, 303);
}
