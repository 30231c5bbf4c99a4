import { groupPaths } from "../../server/contract/groups/paths.ts";
import { fetchPage } from "../runtime/other_page.ts";

/** The first steps of a group stand above its chat, drawn by the server: a book is one of them. */
export async function refreshSteps(groupId: string): Promise<void> {
  const shown = document.querySelector(".steps");
  if (!shown) return;
  const page = await fetchPage(`${groupPaths.group(groupId)}?part=steps`);
  const fresh = page?.querySelector("[data-steps]");
  if (fresh) shown.replaceWith(...fresh.childNodes);
}
