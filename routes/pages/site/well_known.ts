/** Addresses that programs ask every site for (RFC 8615); any other of them is nothing here, rather than the home page. */
import { router } from "../../../server/http/router.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import { transportServerTexts } from "../../../server/contract/site/texts.ts";

/** For how long what security.txt says may be believed, in milliseconds: RFC 9116 advises less than a year. */
const believedFor = 180 * 24 * 3600_000;

export const wellKnown = router();

/** Whom to tell of a vulnerability (RFC 9116). */
wellKnown.get("/.well-known/security.txt", async (c, next) => {
  const { config: { securityContact, publicUrl }, clock } = c.var.deps;
  if (!securityContact) return await next();
  const fields = {
    Contact: securityContact,
    Expires: new Date(clock() + believedFor).toISOString(),
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
