/** What the dashboard and the profile have of friends: the pending requests, and answering them. */
import { z } from "zod";
import { listRequests } from "../../db/friends.ts";
import { FriendRequests } from "../../islands/FriendRequests.tsx";
import * as actions from "../../server/actions/friends.ts";
import type { FriendRequest } from "../../server/contract/friends.ts";
import { id } from "../../server/contract/fields.ts";
import { texts } from "../../server/contract/texts.ts";
import { setFlash } from "../../server/http/flash.ts";
import { type Fields, runFormAction } from "../../server/http/form.ts";
import type { Ctx, SignedInEnv } from "../../server/http/router.ts";
import { Island } from "../layout/Island.tsx";
import { LoadError, tryLoad } from "../layout/LoadError.tsx";

type C = Ctx<SignedInEnv>;

/** The requests that wait for the viewer's answer; undefined where they could not be loaded. */
export const loadRequests = (c: C): Promise<FriendRequest[] | undefined> =>
  tryLoad(c, () => listRequests(c.var.deps.db, c.var.user.id));

/** The list of pending requests, the same wherever it stands. */
export const PendingRequests = ({ requests, here }: { requests: FriendRequest[] | undefined; here: string }) =>
  requests
    ? <Island of={FriendRequests} props={{ requests }} />
    : <LoadError text={texts.friends.requestsLoadFailed} again={here} />;

const answers = {
  accept: { act: actions.acceptRequest, done: texts.friends.accepted, failed: texts.friends.acceptFailed },
  decline: { act: actions.declineRequest, done: texts.friends.declined, failed: texts.friends.declineFailed },
};

/** Whether a form answers a friend request. */
export const isAnswer = (intent: string): intent is keyof typeof answers => Object.hasOwn(answers, intent);

/** Accepts or declines a request, says so, and goes back to where it was asked. */
export async function answerRequest(c: C, { intent, ...fields }: Fields, here: string): Promise<Response> {
  const { act, done, failed } = answers[intent as keyof typeof answers];
  const schema = z.object({ requestId: id });
  const { ok } = await runFormAction(c, { schema, fields }, ({ requestId }) => act(c.var.deps, c.var.user, requestId));
  setFlash(c, ok ? "success" : "error", ok ? done : failed);
  return c.redirect(here, 303);
}
