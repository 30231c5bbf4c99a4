/** Where the forms of a group's page lead. Their addresses have the page's query, which names what is open. */
import { openQuery } from "../../../islands/books/reducer.ts";
import type { Ctx, Env } from "../../../server/http/router.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";

/**
 * Redirects a GET of a form's address to its page: after a failure that is reloaded, or a login after the session
 * ended.
 */
export const pageOfForm = <E extends Env>(c: Ctx<E>): Response =>
  c.redirect(groupPaths.group(c.req.param("id")!) + new URL(c.req.url).search, 303);

/** The group's page with the book that the form's address names, in the same view, at a page of the reader's copy. */
export function openedBook<E extends Env>(c: Ctx<E>, page: number): string {
  const { id, bookId } = c.req.param() as { id: string; bookId: string };
  const { view, preview } = c.req.query();
  return groupPaths.group(id) + openQuery({ bookId, page, split: view === "split", preview: preview !== undefined });
}
