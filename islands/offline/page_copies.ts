/** Pages as a browser stores them, to be read without a connection. */

/** The id of the account that a page is for: empty for visitors, undefined where the page is not one of ours. */
export const viewerOf = (html: string): string | undefined => /<html [^>]*data-viewer="([^"]*)"/.exec(html)?.[1];

/** With the time at which it was stored. */
export function copyOf(html: string, response: Response): Response {
  const dated = html.replace("<html ", `<html data-stored-at="${new Date().toISOString()}" `);
  return new Response(withoutToasts(dated), { headers: headersOf(response) });
}

/** A toast is about what has just happened. */
const withoutToasts = (html: string): string => html.replace(/(<ol class="toasts"[^>]*>).*?(?=<\/ol>)/s, "$1");

/** Of what is no longer compressed. */
function headersOf({ headers }: Response): Headers {
  const copied = new Headers(headers);
  for (const name of ["Content-Encoding", "Content-Length", "Set-Cookie"]) copied.delete(name);
  return copied;
}
