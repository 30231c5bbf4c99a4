import { groupIdOf, groupPaths } from "../../server/contract/groups/paths.ts";
import { fetchPage } from "../runtime/other_page.ts";

/** Draws the list of groups beside a group, and the head of the page, as the server draws them now. */
export async function drawAgain(): Promise<void> {
  const page = await fetchPage(groupPaths.group(groupIdOf(location.pathname)!, "settings"));
  replaceList(page?.querySelector(".group-links"));
  for (const part of headParts) replace(document.querySelector(part), page?.querySelector(part));
}

const headParts = [".group-header > .group-image", ".group-name > *", ".group-about-name", ".group-text"];

function replace(before?: Element | null, drawn?: Element | null): void {
  if (before && drawn && !before.isEqualNode(drawn)) before.replaceWith(drawn);
}

function replaceList(drawn?: Element | null): void {
  if (!drawn) return;
  const before = document.querySelector(".group-links")!;
  const focused = before.querySelector<HTMLAnchorElement>("a:focus")?.pathname;
  before.replaceWith(drawn);
  [...drawn.querySelectorAll("a")].find(({ pathname }) => pathname === focused)?.focus();
}
