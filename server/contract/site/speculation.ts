import { paths } from "../paths.ts";

/**
 * Pages that a browser may fetch when a link is pointed at. They are named one by one, because reading them changes
 * nothing: opening a link that came by mail might, and so do logging in and signing up (see `server/http/joining.ts`).
 */
const prefetched = [
  paths.home,
  paths.landing,
  paths.about,
  paths.contact,
  paths.events,
  `${paths.dashboard}*`,
  `${paths.profile}*`,
  `${paths.user("")}*`,
  `${paths.group("")}*`,
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
