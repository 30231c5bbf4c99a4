/** The form that closes the announcement, on every page: it stays closed in that browser until it changes. */
import * as operatorLimits from "../../../server/contract/operator/limits.ts";
import { setClosed } from "../../../server/http/cookies.ts";
import { readForm } from "../../../server/http/form.ts";
import { type Ctx, type Env, router } from "../../../server/http/router.ts";
import { ownPath, sitePaths } from "../../../server/contract/site/paths.ts";
import { operatorPaths } from "../../../server/contract/operator/paths.ts";

export const announcement = router();

const back = <E extends Env>(c: Ctx<E>) => c.redirect(ownPath(c.req.query("next")) ?? sitePaths.home, 303);

announcement.get(operatorPaths.closeAnnouncement, back);

announcement.post(operatorPaths.closeAnnouncement, async (c) => {
  const { id } = await readForm(c);
  setClosed(c, "announcement", { id, where: "/", seconds: operatorLimits.announcement.hours * 3600 });
  return back(c);
});
