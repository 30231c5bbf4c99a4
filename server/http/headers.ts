import { createHash } from "node:crypto";
import { every } from "hono/combine";
import { cors } from "hono/cors";
import { createMiddleware } from "hono/factory";
import { secureHeaders } from "hono/secure-headers";
import { groupPaths } from "../contract/groups/paths.ts";
import { notePaths } from "../contract/notes/paths.ts";
import { noticePaths } from "../contract/notices/paths.ts";
import { peoplePaths } from "../contract/people/paths.ts";
import { readingPaths } from "../contract/reading/paths.ts";
import { sitePaths } from "../contract/site/paths.ts";
import type { Config } from "../settings/settings.ts";
import type { Ctx, Env } from "./router.ts";

interface Inline {
  scripts: readonly string[];
  styles: readonly string[];
  /** Whether scripts may compile WebAssembly. */
  compiles?: boolean;
}

/** Inline only what it has, by hash. Each page has its own, since its headers come before it in the first packets. */
export const contentSecurityPolicy = ({ scripts, styles, compiles }: Inline): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...compiles ? ["'wasm-unsafe-eval'"] : [], ...scripts.map(hashOf)].join(" "),
    ["style-src 'self'", ...styles.map(hashOf)].join(" "),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-src https://books.google.com https://www.google.com/books/",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");

export const permissionsPolicy = ({ camera }: { camera: boolean }): string =>
  `camera=(${camera ? "self" : ""}), microphone=(), geolocation=()`;

const policiesOfOthers = {
  "Content-Security-Policy": contentSecurityPolicy({ scripts: [], styles: [] }),
  "Permissions-Policy": permissionsPolicy({ camera: false }),
};

/** Where a page has none of its own. */
const policies = createMiddleware<Env>(async (c, next) => {
  await next();
  const { headers } = c.res;
  for (const [name, policy] of Object.entries(policiesOfOthers)) if (!headers.has(name)) headers.set(name, policy);
});

export const securityHeaders = ({ config }: { config: Config }) =>
  every(sandboxHeaders, policies, otherHeaders(config));

const otherHeaders = (config: Config) =>
  secureHeaders({
    xFrameOptions: "DENY",
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    xDnsPrefetchControl: false,
    // It is about `document.domain`, which nothing here sets, and takes room in the first packets.
    originAgentCluster: false,
    referrerPolicy: "same-origin",
    crossOriginResourcePolicy: config.corsOrigins.length > 0 ? "cross-origin" : "same-origin",
    strictTransportSecurity: config.publicUrl.startsWith("https:") ? "max-age=31536000" : false,
  });

const sandboxHeaders = createMiddleware<Env>(async (c, next) => {
  await next();
  if (!c.var.isSandboxed) return;
  c.res.headers.set("Content-Security-Policy", "sandbox; default-src 'none'");
  c.res.headers.set("Cross-Origin-Resource-Policy", "same-origin");
});

/** By text: a version has a handful. */
const hashes = new Map<string, string>();

function hashOf(text: string): string {
  const hash = hashes.get(text) ?? `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  hashes.set(text, hash);
  return hash;
}

/** Answers to signed-in people are stored nowhere, but for pages they go back to: these stay until `clearCache`. */
export const privateByDefault = createMiddleware<Env>(async (c, next) => {
  await next();
  const { headers } = c.res;
  if (headers.has("Cache-Control")) return;
  const isStored = !c.var.session || isLeftAndReturnedTo(c.req.path);
  headers.set("Cache-Control", isStored ? "private, no-cache" : "private, no-store");
  headers.append("Vary", "Cookie");
});

const returnedTo = [
  sitePaths.dashboard,
  peoplePaths.profile,
  peoplePaths.search,
  notePaths.ownNotes,
  noticePaths.notices,
  readingPaths.reading,
];

const isLeftAndReturnedTo = (path: string): boolean =>
  returnedTo.includes(path) || [groupPaths.group(""), peoplePaths.user("")].some((start) => path.startsWith(start));

export const noStore = { "Cache-Control": "private, no-store" };
/** Of a page that anyone with its address can use. */
export const secretAddress = { ...noStore, "X-Robots-Tag": "noindex" };

export const clearPrefetchCache = createMiddleware<Env>(async (c, next) => {
  await next();
  const isChange = !["GET", "HEAD"].includes(c.req.method);
  if (isChange && !c.res.headers.has("Clear-Site-Data")) c.res.headers.set("Clear-Site-Data", '"prefetchCache"');
});

export const clearCache = <E extends Env>(c: Ctx<E>): void => c.header("Clear-Site-Data", '"cache", "prefetchCache"');

export const listedOrigins = ({ corsOrigins }: Config) =>
  cors({ origin: corsOrigins, credentials: true, maxAge: 600, exposeHeaders: ["Retry-After", "X-Request-Id"] });
