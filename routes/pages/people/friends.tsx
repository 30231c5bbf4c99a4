/** Friend requests and friendships: their forms, and the list of requests that two pages show. */
import { listRequests } from "../../../db/people/friends.ts";
import { FriendRequests } from "../../../islands/FriendRequests.tsx";
import {
  acceptFriendRequest,
  declineFriendRequest,
  requestFriend,
  toFormPage,
  unfriend,
} from "../../../server/actions/people/friends.ts";
import type { FriendRequest } from "../../../server/contract/people/shapes.ts";
import { friendsServerTexts, friendsTexts } from "../../../server/contract/people/texts.ts";
import { setFlash } from "../../../server/http/cookies.ts";
import { mountForm, mountForms } from "../../../server/http/form_door.ts";
import { type Ctx, router, type SignedInEnv } from "../../../server/http/router.ts";
import { Island } from "../../layout/Island.tsx";
import { LoadError, tryLoad } from "../../layout/LoadError.tsx";

export const friends = router();

mountForm(friends, requestFriend, {
  refused(c, { status, message }, sent) {
    // Both are friends, or the request was sent before: nothing has gone wrong.
    if (status === 400) setFlash(c, "info", message);
    else setFlash(c, "error", friendsTexts.sendFailed);
    return c.redirect(toFormPage(sent), 303);
  },
});
mountForms(friends, [acceptFriendRequest, declineFriendRequest, unfriend]);

/** The requests that wait for the viewer's answer; undefined where they could not be loaded. */
export const loadRequests = (c: Ctx<SignedInEnv>): Promise<FriendRequest[] | undefined> =>
  tryLoad(c, () => listRequests(c.var.deps.db, c.var.user.id));

export const PendingRequests = ({ requests, here }: { requests: FriendRequest[] | undefined; here: string }) =>
  requests
    ? <Island of={FriendRequests} props={{ requests, here }} />
    : <LoadError text={friendsServerTexts.requestsLoadFailed} href={here} />;
