/** Cross-site request forgery: what changes something on the strength of a cookie must come from a page of ours. */
import { createMiddleware } from "hono/factory";
import type { Config } from "../config.ts";
import { texts } from "../contract/texts.ts";
import { Forbidden } from "../errors.ts";
import type { Env } from "./router.ts";

interface Source {
  origin?: string;
  referer?: string;
  secFetchSite?: string;
  host?: string;
}

/**
 * Where a request says that it comes from: a page of ours, another site, or nothing is said
 * (programs and very old browsers).
 */
export function requestOrigin(
  { origin, referer, secFetchSite, host }: Source,
  config: Config,
): "own" | "foreign" | "unsaid" {
  if (secFetchSite === "same-origin") return "own";
  const said = origin ?? referer;
  if (!said) return secFetchSite && secFetchSite !== "none" ? "foreign" : "unsaid";
  if (!URL.canParse(said)) return "foreign";
  const from = new URL(said);
  // What came unencrypted may be anybody's on the way.
  if (config.publicUrl === `https://${from.host}` && from.protocol === "http:") return "foreign";
  const own = from.host === host || from.origin === config.publicUrl || config.corsOrigins.includes(from.origin);
  return own ? "own" : "foreign";
}

/**
 * Lets through what changes nothing, what a bearer token speaks for, what comes from a page of ours, and, where there
 * is no session to misuse, what does not say where it comes from.
 */
export const refuseForeign = createMiddleware<Env>(async (c, next) => {
  if (!["GET", "HEAD", "OPTIONS"].includes(c.req.method) && c.var.credential?.carriedBy !== "bearer") {
    const from = requestOrigin({
      origin: c.req.header("origin"),
      referer: c.req.header("referer"),
      secFetchSite: c.req.header("sec-fetch-site"),
      host: c.req.header("host"),
    }, c.var.deps.config);
    const allowed = from === "own" || from === "unsaid" && !c.var.credential;
    if (!allowed) throw new Forbidden(texts.transport.foreignOrigin, "foreign_origin");
  }
  await next();
});
