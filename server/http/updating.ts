/** What is answered while the database is updated at the start: nothing else is there yet. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { version } from "../version.ts";
import { transportServerTexts } from "../contract/site/texts.ts";

/** Seconds. */
const retryAfter = "10";

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${transportServerTexts.updatingTitle}</title>
<h1>${transportServerTexts.updatingTitle}</h1>
<p>${transportServerTexts.updating}</p>
</html>
`;

/** Answers every request of a server. Returns what ends that. */
export function answerWhileUpdating(server: Server, apiBase: string): () => void {
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    // The next one is for what comes then.
    response.shouldKeepAlive = false;
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    response.setHeader("X-Content-Type-Options", "nosniff");
    const [path] = request.url!.split("?", 1);
    if (path === "/healthz") return json(response, 200, { status: "migrating", version });
    if (path === "/readyz") return json(response, 503, { status: "migrating" });
    response.setHeader("Retry-After", retryAfter);
    const message = transportServerTexts.updating;
    if (path.startsWith(`${apiBase}/`)) return json(response, 503, { message, error: message, code: "unavailable" });
    response.writeHead(503, { "Content-Type": "text/html; charset=utf-8" }).end(page);
  };
  server.on("request", listener);
  return () => void server.off("request", listener);
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
