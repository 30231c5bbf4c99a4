/** Other people: the search for them, and their profiles. */
import { z } from "zod";
import { EmptyState } from "../../islands/ui/EmptyState.tsx";
import { ProfileCard } from "../../islands/people/ProfileCard.tsx";
import { ProfileFriendship } from "../../islands/ProfileFriendship.tsx";
import { SearchResults } from "../../islands/SearchResults.tsx";
import { findFriendStatus, findFriendStatuses, requestFriend } from "../../server/actions/friends.ts";
import { findUserCard, searchUsers } from "../../server/actions/users.ts";
import { id } from "../../server/contract/fields.ts";
import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { asAppError } from "../../server/errors.ts";
import { setFlash } from "../../server/http/flash.ts";
import { type Fields, readForm, runFormAction } from "../../server/http/form.ts";
import { signedInPage } from "../../server/http/guards.ts";
import { logFailure } from "../../server/http/request_log.ts";
import { type Ctx, router, type SignedInEnv } from "../../server/http/router.ts";
import { Island } from "../layout/Island.tsx";
import { page } from "../layout/page.tsx";
import { failures, LoadError, tryLoad } from "../layout/LoadError.tsx";

export const people = router();

type C = Ctx<SignedInEnv>;

people.get(paths.search, signedInPage, async (c) => {
  const username = c.req.query("username")?.trim() ?? "";
  const found = await tryLoad(c, () => search(c, username));
  return page(c, {
    title: "Search",
    width: "wide",
    toasts: failures(!found && texts.users.searchFailed),
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
  return { people, statuses: await findFriendStatuses(deps, user, people.map(({ id }) => id)) };
}

function Results({ username, found }: { username: string; found?: Awaited<ReturnType<typeof search>> }) {
  if (!username) return <EmptyState picture="people" text={texts.users.noQuery} />;
  if (!found) return <LoadError text={texts.users.searchFailed} again={here(username)} />;
  if (found.people.length === 0) return <EmptyState picture="people" text={texts.users.noMatch} />;
  return <Island of={SearchResults} props={found} />;
}

const here = (username: string) => `${paths.search}?username=${encodeURIComponent(username)}`;

people.post(paths.search, signedInPage, async (c) => {
  await request(c, await readForm(c));
  return c.redirect(here(c.req.query("username") ?? ""), 303);
});

people.get(`${paths.profile}/`, signedInPage, (c) => {
  setFlash(c, "error", texts.users.idMissing);
  return c.redirect(paths.dashboard, 303);
});

people.get(`${paths.profile}/:id`, signedInPage, async (c) => {
  const { deps, user } = c.var;
  const userId = c.req.param("id");
  if (userId === user.id) return c.redirect(paths.profile, 303);
  try {
    const card = await findUserCard(deps, userId);
    const status = await findFriendStatus(deps, user, userId);
    return page(c, {
      title: card.username,
      body: (
        <ProfileCard user={card}>
          <Island of={ProfileFriendship} props={{ userId, status }} />
        </ProfileCard>
      ),
    });
  } catch (error) {
    logFailure(c, error, "a profile could not be loaded");
    setFlash(c, "error", asAppError(error).status === 404 ? texts.users.notFound : texts.users.loadFailed);
    return c.redirect(paths.dashboard, 303);
  }
});

people.post(`${paths.profile}/:id`, signedInPage, async (c) => {
  const userId = c.req.param("id");
  await request(c, { userId });
  return c.redirect(paths.user(userId), 303);
});

/** Asks someone to be friends, and says on the next page what came of it. */
async function request(c: C, fields: Fields): Promise<void> {
  const ask = ({ userId }: { userId: string }) => requestFriend(c.var.deps, c.var.user, userId);
  const outcome = await runFormAction(c, { schema: z.object({ userId: id }), fields }, ask);
  if (outcome.ok) setFlash(c, "success", texts.friends[outcome.value]);
  else if (outcome.status === 400) setFlash(c, "info", outcome.message);
  else setFlash(c, "error", texts.friends.sendFailed);
}
