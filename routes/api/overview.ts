import { countWaiting, listOverviewGroups } from "../../db/overview.ts";
import type { Overview } from "../../server/contract/overview.ts";
import { signedIn } from "../../server/http/guards.ts";
import { router } from "../../server/http/router.ts";

export const overview = router();

overview.get("/", signedIn, async (c) => {
  const { deps: { db }, user } = c.var;
  const [groups, waiting] = await Promise.all([listOverviewGroups(db, user.id), countWaiting(db, user.id)]);
  return c.json({ groups, ...waiting } satisfies Overview);
});
