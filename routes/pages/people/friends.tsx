import { findFriendStatuses, listRequests } from "../../../db/people/friends.ts";
import { FriendRequests } from "../../../islands/FriendRequests.tsx";
import { SearchResults } from "../../../islands/SearchResults.tsx";
import { EmptyState } from "../../../islands/ui/EmptyState.tsx";
import {
  acceptFriendRequest,
  declineFriendRequest,
  requestFriend,
  toFormPage,
  unfriend,
} from "../../../server/actions/people/friends.ts";
import { searchUsers } from "../../../server/actions/people/profiles.ts";
import { peoplePaths } from "../../../server/contract/people/paths.ts";
import type { FriendRequest } from "../../../server/contract/people/shapes.ts";
import {
  friendsServerTexts,
  friendsTexts,
  usersServerTexts,
  usersTexts,
} from "../../../server/contract/people/texts.ts";
import { descriptions } from "../../../server/contract/site/texts.ts";
import { setFlash } from "../../../server/http/cookies.ts";
import { mountForm, mountForms } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { Island } from "../../layout/Island.tsx";
import { type C, failures, LoadError, page, tryLoad } from "../../layout/page.tsx";

export const friends = router();

mountForm(friends, requestFriend, {
  refused(c, { status, message }, sent) {
    if (status === 400) setFlash(c, "info", message);
    else setFlash(c, "error", friendsTexts.sendFailed);
    return c.redirect(toFormPage(sent), 303);
  },
});
mountForms(friends, [acceptFriendRequest, declineFriendRequest, unfriend]);

export const loadRequests = (c: C): Promise<FriendRequest[] | undefined> =>
  tryLoad(c, () => listRequests(c.var.deps.db, c.var.user.id));

export const PendingRequests = ({ requests, here }: { requests: FriendRequest[] | undefined; here: string }) =>
  requests
    ? <Island of={FriendRequests} props={{ requests, here }} />
    : <LoadError text={friendsServerTexts.requestsLoadFailed} href={here} />;

friends.get(peoplePaths.search, signedInPage, async (c) => {
  const username = c.req.query("username")?.trim() ?? "";
  const results = await tryLoad(c, () => load(c, username));
  return page(c, {
    title: "Search",
    description: descriptions.search,
    width: "wide",
    styles: ["people-pages"],
    toasts: failures(!results && usersTexts.searchFailed),
    body: (
      <div className="stack">
        <h1>{username ? `Search results for “${username}”` : "Search"}</h1>
        <Results username={username} results={results} />
      </div>
    ),
  });
});

async function load(c: C, username: string) {
  const { deps, user } = c.var;
  const people = username ? await searchUsers(deps, user, username) : [];
  return { people, statuses: await findFriendStatuses(deps.db, user.id, people.map(({ id }) => id)) };
}

function Results({ username, results }: { username: string; results?: Awaited<ReturnType<typeof load>> }) {
  const here = `${peoplePaths.search}?username=${encodeURIComponent(username)}`;
  if (!username) return <EmptyState picture="people" text={usersServerTexts.noQuery} />;
  if (!results) return <LoadError text={usersTexts.searchFailed} href={here} />;
  if (results.people.length === 0) return <EmptyState picture="people" text={usersServerTexts.noMatch} />;
  return <Island of={SearchResults} props={{ ...results, here }} />;
}
