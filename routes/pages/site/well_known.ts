import { timingSafeEqual } from "hono/utils/buffer";
import { readFileSync } from "node:fs";
import { checkDb } from "../../../db/engine/client.ts";
import { bearerToken } from "../../../server/auth/sessions.ts";
import { accountPaths, loginPaths } from "../../../server/contract/account/paths.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { transportServerTexts } from "../../../server/contract/site/texts.ts";
import { forwardedBy, isLocal } from "../../../server/http/address.ts";
import { type Ctx, router } from "../../../server/http/router.ts";
import type { Log } from "../../../server/log.ts";
import { plainSite, type Site } from "../../../server/settings/site.ts";
import { version } from "../../../server/version.ts";
import { immutable } from "./static.ts";

/** Addresses that programs ask every site for; any other of them is nothing here, rather than the home page. */

export const wellKnown = router();

const allowed = [
  ...[
    sitePaths.home,
    sitePaths.landing,
    loginPaths.login,
    loginPaths.register,
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

/** An SVG opened by itself is sandboxed: it can hold scripts. */
wellKnown.get("/logo/:name", (c) => {
  const { logo } = c.var.deps.config.site;
  if (!logo || c.req.path !== logo.href) return c.text(transportServerTexts.notFound, 404);
  c.set("isSandboxed", true);
  return c.body(logo.content, 200, { "Content-Type": logo.type, "Cache-Control": immutable });
});

const built = JSON.parse(readFileSync(new URL("../../../static/manifest.webmanifest", import.meta.url), "utf8"));

wellKnown.get(sitePaths.manifest, async (c, next) => {
  const { config } = c.var.deps;
  const { name, logo, accent } = config.site;
  if (name === plainSite.name && !logo && !accent) return await next();
  const manifest = JSON.stringify({
    ...built,
    name,
    short_name: name,
    theme_color: accent?.light ?? built.theme_color,
    icons: iconsOf(config.site),
  });
  return c.body(manifest, 200, {
    "Content-Type": "application/manifest+json",
    "Cache-Control": "public, max-age=86400",
  });
});

const iconsOf = ({ logo }: Site) =>
  logo ? [{ src: logo.href, sizes: "any", type: logo.type, purpose: "any" }] : built.icons;

/** In milliseconds. */
const timeout = 3000;

/** Those that were informed of it: a change is logged once, however often it is asked. Per process, as logs are. */
const notReady = new WeakSet<Log>();

wellKnown.get("/healthz", (c) => c.json({ status: "ok", version }, 200, { "X-Forwarded": forwardedBy(c) }));

wellKnown.get("/readyz", async (c) => {
  try {
    const { db, log, redis, stopping } = c.var.deps;
    if (stopping.aborted) return c.json({ status: "stopping" }, 503);
    await checkDb(db, timeout);
    if (notReady.delete(log)) log.info("ready again");
    // Without Redis an instance still serves pages and its own sockets: all of them would be taken out of service.
    return c.json({ status: "ready", redis: redis && (redis.isAvailable ? "ready" : "unavailable") });
  } catch (err) {
    const { log } = c.var.deps;
    if (!notReady.has(log)) log.error({ err }, "not ready");
    notReady.add(log);
    return c.json({ status: "unavailable" }, 503);
  }
});

wellKnown.get("/metrics", async (c) => {
  if (!await mayReadMetrics(c)) return c.text(transportServerTexts.notFound, 404);
  const { metrics } = c.var.deps;
  return c.body(await metrics.text(), 200, { "Content-Type": metrics.contentType, "Cache-Control": "no-store" });
});

/** Callers on this machine, and those with the token. Others get 404, where Hono's `bearerAuth` answers 401. */
async function mayReadMetrics(c: Ctx): Promise<boolean> {
  const { metricsToken } = c.var.deps.config;
  const token = bearerToken(c.req.header("authorization"));
  return isLocal(c) || metricsToken !== undefined && token !== undefined && await timingSafeEqual(token, metricsToken);
}
