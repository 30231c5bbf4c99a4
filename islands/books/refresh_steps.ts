import { groupPaths } from "../../server/contract/groups/paths.ts";
import { fetchPage } from "../runtime/other_page.ts";

/** The first steps of a group stand above its chat, drawn by the server: a book is one of them. */
export async function refreshSteps(groupId: string): Promise<void> {
  const shown = document.querySelector(".steps");
  if (!shown) return;
  const fresh = (await fetchPage(groupPaths.group(groupId)))?.querySelector(".steps");
  if (fresh) shown.replaceWith(document.importNode(fresh, true));
  else shown.remove();
}
