/** Friend requests and friendships: what their forms post to, and the list of requests that two pages show. */
import * as actions from "../../../server/actions/people/friends.ts";
import { z } from "zod";
import { listRequests } from "../../../db/people/friends.ts";
import { FriendRequests } from "../../../islands/FriendRequests.tsx";
import { id } from "../../../server/contract/site/fields.ts";
import type { FriendRequest } from "../../../server/contract/people/friends.ts";
import { setFlash } from "../../../server/http/flash.ts";
import { flashAndRedirect, readForm, runFormAction } from "../../../server/http/form.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { type Ctx, type Env, router, type SignedInEnv } from "../../../server/http/router.ts";
import { Island } from "../../layout/Island.tsx";
import { LoadError, tryLoad } from "../../layout/LoadError.tsx";
import { ownPath, sitePaths } from "../../../server/contract/site/paths.ts";
import { peoplePaths } from "../../../server/contract/people/paths.ts";
import { friendsServerTexts, friendsTexts } from "../../../server/contract/people/texts.ts";

export const friends = router();

const unfriendPath = "/friends/:id/remove";

/** The page of the form, which its address names. */
const nextOf = <E extends Env>(c: Ctx<E>) => ownPath(c.req.query("next")) ?? sitePaths.dashboard;

/** For those who had to log in before posting a form. */
const backToForm = <E extends Env>(c: Ctx<E>) => c.redirect(nextOf(c), 303);

friends.get(peoplePaths.friendRequests, backToForm);

friends.post(peoplePaths.friendRequests, signedInPage, async (c) => {
  const fields = await readForm(c);
  const request = ({ userId }: { userId: string }) => actions.requestFriend(c.var.deps, c.var.user, userId);
  const outcome = await runFormAction(c, { schema: z.object({ userId: id }), fields }, request);
  if (outcome.ok) setFlash(c, "success", friendsTexts[outcome.value]);
  else if (outcome.status === 400) setFlash(c, "info", outcome.message);
  else setFlash(c, "error", friendsTexts.sendFailed);
  return c.redirect(nextOf(c), 303);
});

const answers = {
  accept: { act: actions.acceptRequest, success: friendsTexts.accepted, failed: friendsTexts.acceptFailed },
  decline: { act: actions.declineRequest, success: friendsTexts.declined, failed: friendsTexts.declineFailed },
};

for (const [answer, { act, success, failed }] of Object.entries(answers)) {
  const path = `${peoplePaths.friendRequests}/:id/${answer}`;
  friends.get(path, backToForm);
  friends.post(path, signedInPage, async (c) => {
    const respond = (requestId: string) => act(c.var.deps, c.var.user, requestId);
    const outcome = await runFormAction(c, { schema: id, fields: c.req.param("id") }, respond);
    return flashAndRedirect(c, outcome, { success, failed, to: nextOf(c) });
  });
}

friends.get(unfriendPath, backToForm);

friends.post(unfriendPath, signedInPage, async (c) => {
  const unfriend = (userId: string) => actions.unfriend(c.var.deps, c.var.user, userId);
  const outcome = await runFormAction(c, { schema: id, fields: c.req.param("id") }, unfriend);
  const { removed: success, removeFailed: failed } = friendsTexts;
  return flashAndRedirect(c, outcome, { success, failed, to: nextOf(c) });
});

/** The requests that wait for the viewer's answer; undefined where they could not be loaded. */
export const loadRequests = (c: Ctx<SignedInEnv>): Promise<FriendRequest[] | undefined> =>
  tryLoad(c, () => listRequests(c.var.deps.db, c.var.user.id));

/** The list of pending requests, the same on each page that has it. */
export const PendingRequests = ({ requests, here }: { requests: FriendRequest[] | undefined; here: string }) =>
  requests
    ? <Island of={FriendRequests} props={{ requests, here }} />
    : <LoadError text={friendsServerTexts.requestsLoadFailed} again={here} />;
