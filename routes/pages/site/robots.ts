import { paths } from "../../../server/contract/paths.ts";
import { router } from "../../../server/http/router.ts";

/** The pages that search engines may show, without their queries, and what these are drawn with. */
const allowed = [
  ...[
    paths.home,
    paths.landing,
    paths.login,
    paths.register,
    paths.about,
    paths.contact,
    paths.events,
  ].map((path) => `${path}$`),
  "/assets/",
  "/icons/",
  "/logo/",
  "/pictures/",
];

const content = ["User-agent: *", ...allowed.map((path) => `Allow: ${path}`), "Disallow: /", ""].join("\n");

/** What crawlers may look at. */
export const robots = router();

robots.get(paths.robots, (c) => c.text(content, 200, { "Cache-Control": "public, max-age=86400" }));
