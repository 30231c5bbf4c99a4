import { z } from "zod";
import { listFriends } from "../../db/friends.ts";
import { Tabs } from "../../islands/ui/Tabs.tsx";
import type { ProfileFields } from "../../islands/people/ProfileForm.tsx";
import { Friends } from "../../islands/Friends.tsx";
import { Profile } from "../../islands/Profile.tsx";
import { unfriend } from "../../server/actions/friends.ts";
import { updateProfile } from "../../server/actions/users.ts";
import type { Issue } from "../../server/contract/failure.ts";
import { id } from "../../server/contract/fields.ts";
import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { ProfileUpdate } from "../../server/contract/users.ts";
import { setFlash } from "../../server/http/flash.ts";
import { type Fields, readForm, runFormAction } from "../../server/http/form.ts";
import { signedInPage } from "../../server/http/guards.ts";
import { type Ctx, router, type SignedInEnv } from "../../server/http/router.ts";
import { Island } from "../layout/Island.tsx";
import { type Page, page } from "../layout/page.tsx";
import { failures, LoadError, tryLoad } from "../layout/LoadError.tsx";
import { answerRequest, isAnswer, loadRequests, PendingRequests } from "./friends.tsx";

/** The own profile: what others see, what they do not, and one's friends. */
export const users = router();

type C = Ctx<SignedInEnv>;

interface Editing {
  typed?: ProfileFields;
  error?: string;
  issues?: Issue[];
}

async function show(c: C, { typed, error, issues }: Editing = {}, answer: Pick<Page, "status" | "headers"> = {}) {
  const { deps, user } = c.var;
  const tab = tabNames.find((name) => name === c.req.query("tab")) ?? "profile";
  const friends = await tryLoad(c, () => listFriends(deps.db, user.id));
  const requests = await loadRequests(c);
  const counts = { profile: 0, friends: friends?.length ?? 0, requests: requests?.length ?? 0 };
  const editing = c.req.query("edit") !== undefined || error !== undefined;
  return page(c, {
    title: "My Profile",
    width: "wide",
    ...answer,
    toasts: failures(
      error && texts.profile.updateFailed,
      !friends && texts.profile.loadFailed,
      tab === "requests" && !requests && texts.friends.requestsLoadFailed,
    ),
    body: (
      <div className="stack">
        <Tabs label="Profile" tabs={tabNames.map((name) => asTab(name, tab, counts[name]))} />
        <Island of={Profile} props={{ user, editing, typed, error, issues }} />
        {tab === "friends" && (friends
          ? (
            <Island
              of={Friends}
              props={{ friends, removing: friends.find(({ id }) => id === c.req.query("remove"))?.id }}
            />
          )
          : <LoadError text={texts.profile.loadFailed} again={here("friends")} />)}
        {tab === "requests" && <PendingRequests requests={requests} here={here("requests")} />}
      </div>
    ),
  });
}

const tabNames = ["profile", "friends", "requests"] as const;
type TabName = (typeof tabNames)[number];
const tabTexts = { profile: "Profile", friends: "Friends", requests: "Friend Requests" };
const tabIcons = { profile: "user", friends: "users", requests: "bell" } as const;
const here = (tab: TabName) => tab === "profile" ? paths.profile : `${paths.profile}?tab=${tab}`;

const asTab = (name: TabName, current: TabName, count: number) => ({
  href: here(name),
  text: tabTexts[name],
  icon: tabIcons[name],
  current: name === current,
  count,
});

users.get(paths.profile, signedInPage, (c) => show(c));

users.post(paths.profile, signedInPage, async (c) => {
  const fields = await readForm(c);
  const { profileImage } = await c.req.parseBody();
  if (isAnswer(fields.intent)) return await answerRequest(c, fields, here("requests"));
  if (fields.intent === "unfriend") return await removeFriend(c, fields);
  return await save(c, fields, profileImage instanceof File && profileImage.name ? profileImage : undefined);
});

async function save(c: C, { removeImage, ...typed }: Fields, image: File | undefined) {
  const input = { ...typed, profileImage: image ?? (removeImage ? "" : undefined) };
  const outcome = await runFormAction(
    c,
    { schema: ProfileUpdate, fields: input },
    (update) => updateProfile(c.var.deps, c.var.user, update),
  );
  if (!outcome.ok) {
    const { message: error, issues, status, headers } = outcome;
    return await show(c, { typed, error, issues }, { status, headers });
  }
  setFlash(c, "success", texts.profile.updated);
  return c.redirect(paths.profile, 303);
}

async function removeFriend(c: C, fields: Fields) {
  const schema = z.object({ userId: id });
  const { ok } = await runFormAction(c, { schema, fields }, ({ userId }) => unfriend(c.var.deps, c.var.user, userId));
  setFlash(c, ok ? "success" : "error", ok ? texts.friends.removed : texts.friends.removeFailed);
  return c.redirect(here("friends"), 303);
}
