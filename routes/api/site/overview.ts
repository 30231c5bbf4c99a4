import { Overview } from "../../../server/contract/groups/answers_groups.ts";
import { described } from "../../../server/http/describe.ts";
import { countWaiting, listOverviewGroups } from "../../../db/site/overview.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";

export const overview = router();

overview.get("/", described("What is new in the groups of the caller, in one piece", Overview), signedIn, async (c) => {
  const { deps: { db }, user } = c.var;
  const [groups, { stored: _, ...waiting }] = await Promise.all([
    listOverviewGroups(db, user.id),
    countWaiting(db, user.id),
  ]);
  return c.json({ groups, ...waiting });
});
