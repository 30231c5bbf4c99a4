/** Addresses of pages, and of what their forms post to. Islands and pages build links here, never by hand. */

export const sitePaths = {
  home: "/",
  landing: "/pre",
  about: "/about",
  contact: "/contact",
  events: "/events",
  dashboard: "/dashboard",
  socket: "/socket.io",
  /** What a browser shows in place of any page that it cannot reach. */
  offline: "/offline",
  serviceWorker: "/sw.js",
  /** A worker has only its own address to read from where the API is. */
  serviceWorkerOf: (api: string) => api === "/api" ? "/sw.js" : `/sw.js?api=${encodeURIComponent(api)}`,
  manifest: "/manifest.webmanifest",
  favicon: (hasNews: boolean) => `/icons/favicon${hasNews ? "-news" : ""}.svg`,
  robots: "/robots.txt",
  sprite: "/icons/sprite.svg",
  /** Where an icon is drawn: in the sprite, by its name. */
  icon: (name: string) => `/icons/sprite.svg#${name}`,
  /** Every call of the API. */
  developers: "/developers",
  developersOf: (noun: string) => `/developers?of=${encodeURIComponent(noun)}`,
};

/**
 * An address that leads on to `next`, where there is one. A query may hold backslashes as they are, which `ownPath`
 * takes for something else.
 */
export const withNext = (path: string, next: string | undefined): string =>
  next ? `${path}?next=${encodeURIComponent(next.replaceAll("\\", "%5C"))}` : path;

/**
 * The address to go on to after signing in.
 *
 * @param next what the address bar asked for, from anyone
 * @returns `next` when it is a path of ours, else undefined. Anything a browser could read as another
 * origin (`//host`, `/\host`, a control character that it strips) is not a path of ours.
 */
export function ownPath(next: string | undefined | null): string | undefined {
  if (!next || !/^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(next)) return undefined;
  return next;
}

/** The page of ours that the query of an address asks to go on to. */
export const nextIn = (query: string): string | undefined => ownPath(new URLSearchParams(query).get("next"));
