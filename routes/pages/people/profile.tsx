import { listBooksInProgress } from "../../../db/books/books.ts";
import { listFriends } from "../../../db/people/friends.ts";
import type { FormFailure } from "../../../islands/forms/useSubmit.ts";
import { Friends } from "../../../islands/Friends.tsx";
import type { ProfileFields } from "../../../islands/people/ProfileForm.tsx";
import { Profile } from "../../../islands/Profile.tsx";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { Tabs } from "../../../islands/ui/Tabs.tsx";
import { updateProfile } from "../../../server/actions/people/profiles.ts";
import { accountTexts } from "../../../server/contract/account/texts.ts";
import { noteTexts } from "../../../server/contract/notes/shared_texts.ts";
import { readingLogTexts as words } from "../../../server/contract/reading/log_texts.ts";
import { formFailure } from "../../../server/http/form.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { type Ctx, router, type SignedInEnv } from "../../../server/http/router.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import { Island } from "../../layout/Island.tsx";
import { failures, LoadError, tryLoad } from "../../layout/LoadError.tsx";
import { type Page, page } from "../../layout/page.tsx";
import { BooksInProgress } from "../reading/books_in_progress.tsx";
import { loadRequests, PendingRequests } from "./friends.tsx";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import { readingPaths } from "../../../server/contract/reading/paths.ts";
import { notePaths } from "../../../server/contract/notes/paths.ts";
import { peoplePaths } from "../../../server/contract/people/paths.ts";
import { descriptions } from "../../../server/contract/site/texts.ts";
import { friendsServerTexts, profileTexts } from "../../../server/contract/people/texts.ts";

/** One's own profile: what others see, what they do not, and one's friends. */
export const profile = router();

type C = Ctx<SignedInEnv>;

interface Editing {
  typed?: ProfileFields;
  failure?: FormFailure;
}

async function show(c: C, { typed, failure }: Editing = {}, answer: Pick<Page, "status" | "headers"> = {}) {
  const { deps, user } = c.var;
  const tab = tabNames.find((name) => name === c.req.query("tab")) ?? "profile";
  const [friends, requests, reading] = await Promise.all([
    tryLoad(c, () => listFriends(deps.db, user.id)),
    loadRequests(c),
    tab === "profile" ? tryLoad(c, () => listBooksInProgress(deps.db, user.id)) : [],
  ]);
  const counts = { profile: 0, friends: friends?.length ?? 0, requests: requests?.length ?? 0 };
  const editing = c.req.query("edit") !== undefined || failure !== undefined;
  return page(c, {
    title: "My Profile",
    description: descriptions.profile,
    width: "wide",
    styles: ["people-pages"],
    ...answer,
    toasts: failures(
      failure && profileTexts.updateFailed,
      !(friends && reading) && profileTexts.loadFailed,
      tab === "requests" && !requests && friendsServerTexts.requestsLoadFailed,
    ),
    body: (
      <div className="stack">
        <Tabs label="Profile" tabs={tabNames.map((name) => asTab(name, tab, counts[name]))} />
        <Island of={Profile} props={{ user, locale: readerLocale(c), editing, typed, failure }} />
        {tab === "profile" && (
          <div className="profile-links">
            <LinkButton href={readingPaths.reading} icon="book">{words.title}</LinkButton>
            <LinkButton href={notePaths.ownNotes} icon="pencil">{noteTexts.ownTitle}</LinkButton>
            <LinkButton href={accountPaths.account} icon="key">{accountTexts.title}</LinkButton>
          </div>
        )}
        <BooksInProgress books={reading ?? []} />
        {tab === "friends" && (friends
          ? (
            <Island
              of={Friends}
              props={{ friends, removing: friends.find(({ id }) => id === c.req.query("remove"))?.id }}
            />
          )
          : <LoadError text={profileTexts.loadFailed} href={here("friends")} />)}
        {tab === "requests" && <PendingRequests requests={requests} here={here("requests")} />}
      </div>
    ),
  });
}

const tabNames = ["profile", "friends", "requests"] as const;
type TabName = (typeof tabNames)[number];
const tabTexts = { profile: "Profile", friends: "Friends", requests: "Friend Requests" };
const tabIcons = { profile: "user", friends: "users", requests: "bell" } as const;
const here = (tab: TabName) => tab === "profile" ? peoplePaths.profile : `${peoplePaths.profile}?tab=${tab}`;

const asTab = (name: TabName, current: TabName, count: number) => ({
  href: here(name),
  text: tabTexts[name],
  icon: tabIcons[name],
  current: name === current,
  count,
});

profile.get(peoplePaths.profile, signedInPage, (c) => show(c));

mountForm(profile, updateProfile, {
  refused(c, refusal, { fields: { removeImage: _, ...typed } }) {
    // The form of the account's page is not shown again.
    if (c.req.path !== peoplePaths.profile) return undefined;
    const { status, headers } = refusal;
    return show(c, { typed, failure: formFailure(refusal) }, { status, headers });
  },
});
