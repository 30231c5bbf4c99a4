/** Cross-site request forgery: a change authorised by a cookie must come from one of our pages. */
import { createMiddleware } from "hono/factory";
import type { Config } from "../settings/settings.ts";
import { Forbidden } from "../errors.ts";
import type { Env } from "./router.ts";
import { transportServerTexts } from "../contract/site/texts.ts";

interface Source {
  origin?: string;
  referer?: string;
  secFetchSite?: string;
  host?: string;
}

/** Where a request comes from by its headers; programs and very old browsers send none of them. */
export function requestOrigin(
  { origin, referer, secFetchSite, host }: Source,
  config: Config,
): "own" | "foreign" | "unknown" {
  if (secFetchSite === "same-origin") return "own";
  const sent = origin ?? referer;
  if (!sent) return secFetchSite && secFetchSite !== "none" ? "foreign" : "unknown";
  if (!URL.canParse(sent)) return "foreign";
  const from = new URL(sent);
  // A page loaded over http may have been changed on the way.
  if (config.publicUrl === `https://${from.host}` && from.protocol === "http:") return "foreign";
  const own = from.host === host || from.origin === config.publicUrl || config.corsOrigins.includes(from.origin);
  return own ? "own" : "foreign";
}

/**
 * Lets through requests that change nothing, carry a bearer token, come from one of our pages, or come from nowhere
 * known without a session to misuse. Hono's `csrf` guards forms only, not JSON, and refuses callers of unknown origin.
 *
 * @throws Forbidden
 */
export const refuseForeign = createMiddleware<Env>(async (c, next) => {
  if (!["GET", "HEAD", "OPTIONS"].includes(c.req.method) && c.var.credential?.carriedBy !== "bearer") {
    const from = requestOrigin({
      origin: c.req.header("origin"),
      referer: c.req.header("referer"),
      secFetchSite: c.req.header("sec-fetch-site"),
      host: c.req.header("host"),
    }, c.var.deps.config);
    const allowed = from === "own" || from === "unknown" && !c.var.credential;
    if (!allowed) throw new Forbidden(transportServerTexts.foreignOrigin, "foreign_origin");
  }
  await next();
});
