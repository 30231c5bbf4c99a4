/** How pages and the server agree on whose session it is. */

/** The header in which a page's calls send the id of the user it was rendered for. */
export const viewerHeader = "X-Viewer";

/**
 * The cookie a page sets when its reader logs out, in case the call does not reach the server. With https it has the
 * prefix under which no other host of our domain can set it. It stays `leaving`: pages and browsers have it that were
 * opened before an upgrade.
 */
export const logoutCookie = (isSecure: boolean): string => isSecure ? "__Host-leaving" : "leaving";
