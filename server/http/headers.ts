import { cors } from "hono/cors";
import { createMiddleware } from "hono/factory";
import { secureHeaders } from "hono/secure-headers";
import { createHash } from "node:crypto";
import type { Config } from "../config.ts";
import type { Assets } from "../contract/assets.ts";
import { speculationRules } from "../contract/speculation.ts";
import type { Env } from "./router.ts";

interface Parts {
  config: Config;
  assets: Assets;
}

/**
 * The security headers of every response: no content from elsewhere, and inline only the style sheets and the rules for
 * prefetching that this version has, by their hashes.
 */
export const securityHeaders = ({ config, assets }: Parts) => {
  const setUsual = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", hashOf(speculationRules)],
      styleSrc: ["'self'", ...Object.values(assets.styles).map(({ css }) => hashOf(css))],
      imgSrc: ["'self'", "data:"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      // The preview of a book.
      frameSrc: ["https://books.google.com", "https://www.google.com/books/"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
    },
    xFrameOptions: "DENY",
    // Only known to obsolete browsers.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    xDnsPrefetchControl: false,
    referrerPolicy: "same-origin",
    crossOriginResourcePolicy: config.corsOrigins.length > 0 ? "cross-origin" : "same-origin",
    permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
    strictTransportSecurity: config.publicUrl.startsWith("https:") ? "max-age=31536000" : false,
  });
  return createMiddleware<Env>(async (c, next) => {
    await setUsual(c, next);
    if (!c.var.isUpload) return;
    c.res.headers.set("Content-Security-Policy", "sandbox; default-src 'none'");
    c.res.headers.set("Cross-Origin-Resource-Policy", "same-origin");
  });
};

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * Responses are personal and may change at any time: browsers may show them again when going back with the same cookie,
 * and otherwise revalidate. Hashed files set `immutable` themselves.
 */
export const privateByDefault = createMiddleware<Env>(async (c, next) => {
  await next();
  const { headers } = c.res;
  if (headers.has("Cache-Control")) return;
  headers.set("Cache-Control", "private, no-cache");
  headers.append("Vary", "Cookie");
});

/** After a change, prefetched pages are out of date. */
export const clearPrefetchCache = createMiddleware<Env>(async (c, next) => {
  await next();
  if (!["GET", "HEAD"].includes(c.req.method)) c.res.headers.set("Clear-Site-Data", '"prefetchCache"');
});

/** Lets the configured origins call with credentials and read every response, failures included. */
export const listedOrigins = ({ corsOrigins }: Config) =>
  cors({ origin: corsOrigins, credentials: true, maxAge: 600, exposeHeaders: ["Retry-After", "X-Request-Id"] });
