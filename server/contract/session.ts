/** What pages and the service tell each other of whose session it is. */

/** The header in which a page's calls say whom the page was made for. */
export const viewerHeader = "X-Viewer";

/**
 * A cookie of the browser's own making: its reader logged out, which the service may not have heard. With https it has
 * the prefix under which no neighbour of our host can set it.
 */
export const logoutCookie = (isSecure: boolean): string => isSecure ? "__Host-leaving" : "leaving";
