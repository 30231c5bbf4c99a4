import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import { listGroups } from "../../db/groups.ts";
import { DashboardSide } from "../../islands/components/DashboardSide.tsx";
import { Groups } from "../../islands/Groups.tsx";
import * as actions from "../../server/actions/groups.ts";
import { id } from "../../server/contract/fields.ts";
import { NewGroup } from "../../server/contract/groups.ts";
import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { setFlash } from "../../server/http/flash.ts";
import { attempt, type Fields, readForm } from "../../server/http/form.ts";
import { signedInPage } from "../../server/http/guards.ts";
import { type Ctx, router, type SignedInEnv } from "../../server/http/router.ts";
import { Island } from "../layout/Island.tsx";
import { page } from "../layout/page.tsx";

export const dashboard = router();

interface State {
  creating: boolean;
  typed?: string;
  error?: string;
  deleting?: string;
}

async function myGroups(c: Ctx<SignedInEnv>, state: State, status: ContentfulStatusCode = 200) {
  const { user } = c.var;
  const groups = (await listGroups(c.var.deps.db, user.id)).map(({ members: _, ...summary }) => summary);
  const toasts = state.error ? [{ kind: "error" as const, text: texts.groups.createFailed }] : [];
  return page(c, {
    title: "Dashboard",
    width: "wide",
    status,
    toasts,
    body: (
      <div className="dashboard">
        <DashboardSide user={user} tabs={tabs("groups")} />
        <div>
          <Island of={Groups} props={{ groups, viewerId: user.id, ...state }} />
        </div>
      </div>
    ),
  });
}

const tabs = (current: "groups" | "friends") => [
  { href: paths.dashboard, text: "My Groups", icon: "users" as const, current: current === "groups" },
  {
    href: `${paths.dashboard}?tab=friends`,
    text: "Friend Requests",
    icon: "bell" as const,
    current: current === "friends",
  },
  { href: paths.profile, text: "My Profile", icon: "user-plus" as const, current: false },
];

dashboard.get(
  paths.dashboard,
  signedInPage,
  (c) => myGroups(c, { creating: c.req.query("create") !== undefined, deleting: c.req.query("delete") }),
);

dashboard.post(paths.dashboard, signedInPage, async (c) => {
  const fields = await readForm(c);
  return await (fields.intent === "delete" ? remove(c, fields) : create(c, fields));
});

async function create(c: Ctx<SignedInEnv>, fields: Fields) {
  const outcome = await attempt(NewGroup, fields, (group) => actions.createGroup(c.var.deps, c.var.user, group));
  if (!outcome.ok) {
    return await myGroups(c, { creating: true, typed: fields.groupName, error: outcome.message }, outcome.status);
  }
  setFlash(c, "success", texts.groups.created);
  return c.redirect(paths.dashboard, 303);
}

async function remove(c: Ctx<SignedInEnv>, fields: Fields) {
  const outcome = await attempt(
    z.object({ groupId: id }),
    fields,
    ({ groupId }) => actions.deleteGroup(c.var.deps, c.var.user, groupId),
  );
  if (outcome.ok) setFlash(c, "success", texts.groups.deleted);
  else setFlash(c, "error", texts.groups.deleteFailed);
  return c.redirect(paths.dashboard, 303);
}
