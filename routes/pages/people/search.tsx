/** Other people: the search for them, and their profiles. */
import { findFriendStatus, findFriendStatuses, listFriendsInCommon } from "../../../db/people/friends.ts";
import { listGroupsInCommon } from "../../../db/groups/groups.ts";
import { findUserCard } from "../../../db/people/users.ts";
import { ProfileCard } from "../../../islands/people/ProfileCard.tsx";
import { ProfileFriendship } from "../../../islands/ProfileFriendship.tsx";
import { SearchResults } from "../../../islands/SearchResults.tsx";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { EmptyState } from "../../../islands/ui/EmptyState.tsx";
import { searchUsers } from "../../../server/actions/people/users.ts";
import { blockTexts, reportTexts, usersServerTexts, usersTexts } from "../../../server/contract/people/texts.ts";
import { displayName } from "../../../server/contract/people/names.ts";
import { setFlash } from "../../../server/http/flash.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { type Ctx, router, type SignedInEnv } from "../../../server/http/router.ts";
import { Island } from "../../layout/Island.tsx";
import { failures, LoadError, tryLoad } from "../../layout/LoadError.tsx";
import { page } from "../../layout/page.tsx";
import { BlockForm, loadBlock, UnblockForm } from "./blocks.tsx";
import { InCommon } from "./in_common.tsx";
import { peoplePaths } from "../../../server/contract/people/paths.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { descriptions } from "../../../server/contract/site/texts.ts";

export const people = router();

type C = Ctx<SignedInEnv>;

people.get(peoplePaths.search, signedInPage, async (c) => {
  const username = c.req.query("username")?.trim() ?? "";
  const found = await tryLoad(c, () => search(c, username));
  return page(c, {
    title: "Search",
    description: descriptions.search,
    width: "wide",
    styles: ["people-pages"],
    toasts: failures(!found && usersTexts.searchFailed),
    body: (
      <div className="stack">
        <h1>{username ? `Search results for “${username}”` : "Search"}</h1>
        <Results username={username} found={found} />
      </div>
    ),
  });
});

async function search(c: C, username: string) {
  const { deps, user } = c.var;
  const people = username ? await searchUsers(deps, user, username) : [];
  return { people, statuses: await findFriendStatuses(deps.db, user.id, people.map(({ id }) => id)) };
}

function Results({ username, found }: { username: string; found?: Awaited<ReturnType<typeof search>> }) {
  const here = `${peoplePaths.search}?username=${encodeURIComponent(username)}`;
  if (!username) return <EmptyState picture="people" text={usersServerTexts.noQuery} />;
  if (!found) return <LoadError text={usersTexts.searchFailed} again={here} />;
  if (found.people.length === 0) return <EmptyState picture="people" text={usersServerTexts.noMatch} />;
  return <Island of={SearchResults} props={{ ...found, here }} />;
}

people.get(`${peoplePaths.profile}/`, signedInPage, (c) => toDashboard(c, usersServerTexts.idMissing));

people.get(`${peoplePaths.profile}/:id`, signedInPage, async (c) => {
  const userId = c.req.param("id");
  if (userId === c.var.user.id) return c.redirect(peoplePaths.profile, 303);
  const loaded = await tryLoad(c, () => load(c, userId));
  if (!loaded) return toDashboard(c, usersServerTexts.loadFailed);
  const { card, status, blocked, ...inCommon } = loaded;
  if (!card || !status) return toDashboard(c, usersServerTexts.notFound);
  return page(c, {
    title: displayName(card),
    description: descriptions.person,
    styles: ["people-pages"],
    body: (
      <div className="stack">
        <ProfileCard user={card}>
          {blocked ? <p>{blockTexts.isBlocked}</p> : <Island of={ProfileFriendship} props={{ userId, status }} />}
          {blocked && <UnblockForm user={card} />}
          <LinkButton kind="plain" href={peoplePaths.report("profile", userId)} icon="flag">
            {reportTexts.action.profile}
          </LinkButton>
        </ProfileCard>
        <InCommon {...inCommon} />
        {!blocked && <BlockForm user={card} />}
      </div>
    ),
  });
});

async function load(c: C, userId: string) {
  const { deps: { db }, user } = c.var;
  const [card, status, groups, friends, blocked] = await Promise.all([
    findUserCard(db, user.id, userId),
    findFriendStatus(db, user.id, userId),
    listGroupsInCommon(db, user.id, userId),
    listFriendsInCommon(db, user.id, userId),
    loadBlock(c, userId),
  ]);
  return { card, status, groups, friends, blocked };
}

function toDashboard(c: C, error: string): Response {
  setFlash(c, "error", error);
  return c.redirect(sitePaths.dashboard, 303);
}
