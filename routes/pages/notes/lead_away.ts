import { findGroupName } from "../../../db/groups/groups.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { setFlash } from "../../../server/http/cookies.ts";
import { type C, tryLoad } from "../../layout/page.tsx";
import { missingBook } from "../books/missing_book.ts";

/** From a page of a book that cannot be shown. @param why where it is not the book that is missing */
export async function leadAway(c: C, why?: string): Promise<Response> {
  const { id: groupId, bookId } = c.req.param() as { id: string; bookId: string };
  const group = await tryLoad(c, () => findGroupName(c.var.deps.db, c.var.user.id, groupId));
  setFlash(c, "error", why ?? await missingBook(c, bookId));
  return c.redirect(group === undefined ? sitePaths.dashboard : groupPaths.group(groupId), 303);
}
