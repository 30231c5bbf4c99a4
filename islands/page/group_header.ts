/**
 * The head of a group's page, which is no island, follows the group's name, picture, description and members. It does
 * when it is loaded, with the first change.
 */
import type { OverviewGroup } from "../../server/contract/overview.ts";
import { groupIdOf, paths, pictureAt } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { onOverview } from "../runtime/overview.ts";
import { element } from "./element.ts";
import { fetchPage } from "./other_page.ts";

const imageSize = 40;
const groupId = groupIdOf(location.pathname);
onOverview(({ groups }) => {
  const head = document.querySelector<HTMLElement>(".group-header");
  const group = groups.find(({ id }) => id === groupId);
  if (head && group) update(head, group);
});

function update(head: HTMLElement, group: OverviewGroup): void {
  const { groupName, description, memberCount } = group;
  write(head.querySelector(".group-name button"), groupName);
  write(head.querySelector(".group-about-name"), groupName);
  write(head.querySelector(".group-text"), description || texts.groups.noDescription);
  write(head.querySelector("[data-member-count]"), texts.groups.memberCount(memberCount));
  void showImage(head, group);
}

function write(place: Element | null, text: string): void {
  if (place && place.textContent !== text) place.textContent = text;
}

/** The drawing that stands in place of an image is the server's. */
async function showImage(head: HTMLElement, { id, groupName, image }: OverviewGroup): Promise<void> {
  const before = head.querySelector(".group-image");
  const src = image && pictureAt(image, imageSize);
  if (!before || (before.getAttribute("src") ?? null) === src) return;
  if (before instanceof HTMLImageElement && src) before.src = src;
  else if (src) before.replaceWith(drawn(src, groupName));
  else {
    const page = await fetchPage(paths.group(id, "settings")).catch(() => undefined);
    const after = page?.querySelector(".group-header .group-image");
    if (after) before.replaceWith(after);
  }
}

/** What `GroupImage` draws. */
function drawn(src: string, groupName: string): HTMLImageElement {
  const image = element("img", { className: "group-image", src, width: imageSize, height: imageSize, alt: "" });
  image.dataset.initials = [...groupName][0]?.toUpperCase() ?? "";
  return image;
}
