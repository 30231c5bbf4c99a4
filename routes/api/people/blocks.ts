import * as actions from "../../../server/actions/people/blocks.ts";
import { z } from "zod";
import { listBlocked } from "../../../db/people/blocks.ts";
import { UserCard } from "../../../server/contract/people/answers_people.ts";
import { blockTexts } from "../../../server/contract/people/texts.ts";
import { described } from "../../../server/http/describe.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";

/** Whom the viewer has blocked. */
export const blocks = router();

blocks.get(
  "/blocked",
  described("Whom the caller has blocked, the latest first", { users: z.array(UserCard), hasMore: z.boolean() }, {
    query: ["after"],
  }),
  signedIn,
  async (c) => {
    const { rows: users, hasMore } = await listBlocked(c.var.deps.db, c.var.user.id, c.req.query("after"));
    return c.json({ users, hasMore });
  },
);

blocks.put(
  "/:userId/block",
  described("Blocks somebody: no requests, invitations or mentions from them"),
  signedIn,
  async (c) => {
    await actions.block(c.var.deps, c.var.user, c.req.param("userId"));
    return c.json({ message: blockTexts.blocked });
  },
);

blocks.delete("/:userId/block", described("Blocks somebody no longer"), signedIn, async (c) => {
  await actions.unblock(c.var.deps, c.var.user, c.req.param("userId"));
  return c.json({ message: blockTexts.unblocked });
});
