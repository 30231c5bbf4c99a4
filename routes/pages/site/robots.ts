import { router } from "../../../server/http/router.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";

/** The pages that search engines may show, without their queries, and what these are drawn with. */
const allowed = [
  ...[
    sitePaths.home,
    sitePaths.landing,
    accountPaths.login,
    accountPaths.register,
    sitePaths.about,
    sitePaths.contact,
    sitePaths.events,
  ].map((path) => `${path}$`),
  "/assets/",
  "/icons/",
  "/logo/",
  "/pictures/",
];

const content = ["User-agent: *", ...allowed.map((path) => `Allow: ${path}`), "Disallow: /", ""].join("\n");

/** What crawlers may look at. */
export const robots = router();

robots.get(sitePaths.robots, (c) => c.text(content, 200, { "Cache-Control": "public, max-age=86400" }));
