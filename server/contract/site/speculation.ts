import { sitePaths } from "./paths.ts";
import { peoplePaths } from "../people/paths.ts";
import { groupPaths } from "../groups/paths.ts";

/**
 * Pages that a browser may fetch when a link is pointed at. They are named one by one, because reading them changes
 * nothing: opening a link that came by mail might, and so do logging in and signing up (see `server/http/pending_invite.ts`).
 */
const prefetched = [
  sitePaths.home,
  sitePaths.landing,
  sitePaths.about,
  sitePaths.contact,
  sitePaths.events,
  `${sitePaths.dashboard}*`,
  `${peoplePaths.profile}*`,
  `${peoplePaths.user("")}*`,
  `${groupPaths.group("")}*`,
];
/** A script opens the members in place: what was fetched for following the link would be of no use. */
const openedInPlace = ".tab[href$='tab=members']";

/** The content of the script element that tells browsers so. */
export const speculationRules = JSON.stringify({
  prefetch: [{
    where: { and: [{ href_matches: prefetched }, { not: { selector_matches: openedInPlace } }] },
    eagerness: "moderate",
  }],
});
