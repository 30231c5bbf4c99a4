/** Addresses of pages, and of what their forms post to. Islands and pages build links here, never by hand. */

export const sitePaths = {
  home: "/",
  landing: "/pre",
  about: "/about",
  contact: "/contact",
  events: "/events",
  demo: "/demo",
  dashboard: "/dashboard",
  socket: "/socket.io",
  offline: "/offline",
  serviceWorker: "/sw.js",
  /** A worker has only its own address to read from where the API is. */
  serviceWorkerOf: (api: string) => api === "/api" ? "/sw.js" : `/sw.js?api=${encodeURIComponent(api)}`,
  manifest: "/manifest.webmanifest",
  favicon: (hasNews: boolean) => `/icons/favicon${hasNews ? "-news" : ""}.svg`,
  largeIcon: "/icons/app-512.png",
  robots: "/robots.txt",
  sprite: "/icons/sprite.svg",
  icon: (name: string) => `/icons/sprite.svg#${name}`,
  developers: "/developers",
  developersOf: (noun: string) => `/developers?of=${encodeURIComponent(noun)}`,
};

/** A query may hold backslashes as they are, which `ownPath` takes for something else. */
export const withNext = (path: string, next: string | undefined): string =>
  next ? `${path}?next=${encodeURIComponent(next.replaceAll("\\", "%5C"))}` : path;

/** Undefined for what a browser could read as another origin: `//host`, `/\host`, control characters. */
export function ownPath(next: string | undefined | null): string | undefined {
  if (!next || !/^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(next)) return undefined;
  return next;
}

export const nextIn = (query: string): string | undefined => ownPath(new URLSearchParams(query).get("next"));

/** That of a mailed link, in the query of its address. */
export const tokenIn = (query: string): string => new URLSearchParams(query).get("token") ?? "";
