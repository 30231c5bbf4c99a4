/** Addresses that programs ask every site for; any other of them is nothing here, rather than the home page. */
import { router } from "../../../server/http/router.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { transportServerTexts } from "../../../server/contract/site/texts.ts";

export const wellKnown = router();

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

const robots = ["User-agent: *", ...allowed.map((path) => `Allow: ${path}`), "Disallow: /", ""].join("\n");

wellKnown.get(sitePaths.robots, (c) => c.text(robots, 200, { "Cache-Control": "public, max-age=86400" }));

/** In milliseconds: RFC 9116 advises less than a year. */
const securityExpiry = 180 * 24 * 3600_000;

/** Whom to tell of a vulnerability (RFC 9116). */
wellKnown.get("/.well-known/security.txt", async (c, next) => {
  const { config: { securityContact, publicUrl }, clock } = c.var.deps;
  if (!securityContact) return await next();
  const fields = {
    Contact: securityContact,
    Expires: new Date(clock() + securityExpiry).toISOString(),
    Canonical: `${publicUrl}${c.req.path}`,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
  return c.text(lines.join(""), 200, { "Cache-Control": "public, max-age=86400" });
});

/** Where password managers send people (W3C, "A Well-Known URL for Changing Passwords"). */
wellKnown.get("/.well-known/change-password", (c) => c.redirect(accountPaths.account, 303));

for (const path of ["/.well-known/*", "/favicon.ico"]) {
  wellKnown.get(path, (c) => c.text(transportServerTexts.notFound, 404));
}
