/** The form that closes the announcement, on every page: it stays closed in that browser until it changes. */
import * as constants from "../../../server/contract/constants.ts";
import { formPaths } from "../../../server/contract/form_paths.ts";
import { ownPath, paths } from "../../../server/contract/paths.ts";
import { setClosed } from "../../../server/http/closed.ts";
import { readForm } from "../../../server/http/form.ts";
import { type Ctx, type Env, router } from "../../../server/http/router.ts";

export const announcement = router();

const back = <E extends Env>(c: Ctx<E>) => c.redirect(ownPath(c.req.query("next")) ?? paths.home, 303);

announcement.get(formPaths.closeAnnouncement, back);

announcement.post(formPaths.closeAnnouncement, async (c) => {
  const { id } = await readForm(c);
  setClosed(c, "announcement", { id, where: "/", seconds: constants.operator.hours * 3600 });
  return back(c);
});
