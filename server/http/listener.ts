import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { transportServerTexts } from "../contract/site/texts.ts";
import { connectionsWaiting } from "./connections.ts";
import { type Config, ConfigError } from "../settings/settings.ts";
import { version } from "../version.ts";

export async function tryPort(config: Config): Promise<void> {
  const server = createServer();
  await listen(server, config);
  await new Promise((resolve) => server.close(resolve));
}

export function listen(server: Server, config: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) => reject(new ConfigError(whyNotListening(cause, config), { cause })));
    server.listen(config.port, config.host, () => resolve(portOf(server)));
  });
}

export const portOf = (server: Server): number => (server.address() as { port: number }).port;

function whyNotListening({ code, message }: Error & { code?: string }, { host, port }: Config): string {
  if (code === "EADDRINUSE") return `PORT: ${port} is in use on ${host}: choose another one, or stop what uses it.`;
  if (code === "EACCES") return `PORT: this user may not listen on ${port}: choose one from 1024 on.`;
  if (!/^(EADDRNOTAVAIL|EAFNOSUPPORT|EAI_\w+|EINVAL|ENOTFOUND)$/.test(code ?? "")) {
    return `PORT: cannot listen on ${host}:${port}, ${message}`;
  }
  return `HOST: this machine has no address ${host}: use 127.0.0.1, or 0.0.0.0 or :: for all that it has.`;
}

const updatingPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${transportServerTexts.updatingTitle}</title>
<h1>${transportServerTexts.updatingTitle}</h1>
<p>${transportServerTexts.updating}</p>
</html>
`;

export function answerWhileUpdating(server: Server, apiBase: string): () => void {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    response.shouldKeepAlive = false;
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    response.setHeader("X-Content-Type-Options", "nosniff");
    const [path] = request.url!.split("?", 1);
    if (path === "/healthz") return json(response, 200, { status: "migrating", version });
    if (path === "/readyz") return json(response, 503, { status: "migrating" });
    response.setHeader("Retry-After", "10");
    const message = transportServerTexts.updating;
    if (path.startsWith(`${apiBase}/`)) return json(response, 503, { message, error: message, code: "unavailable" });
    response.writeHead(503, { "Content-Type": "text/html; charset=utf-8" }).end(updatingPage);
  };
  server.on("request", answer);
  return () => void server.off("request", answer);
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));

const longestWait = 500;

// Closes the port in a moment in which no connection waits to be accepted: the system resets those, where a closed port
// only refuses them. `closed` resolves when all connections are closed too.
export function closePort(server: Server): Promise<{ closed: Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<{ closed: Promise<void> }>();
  const deadline = performance.now() + longestWait;
  // In a timer: those that the system has given us are connections by then.
  setTimeout(look);
  return promise;

  function look(): void {
    if (connectionsWaiting(server) > 0 && performance.now() < deadline) setTimeout(look);
    else resolve({ closed: new Promise((resolve) => server.close(() => resolve())) });
  }
}

const upgradedGrace = 500;

/** Milliseconds that a request has to arrive: a proxy sends it right after connecting, and sends no form twice. */
const requestGrace = 500;

interface Connection {
  request?: IncomingMessage;
  response?: ServerResponse;
  since: number;
}

/** Node's own `closeIdleConnections` misses connections that never sent a request; browsers open some in advance. */
export function idleCloser(server: Server) {
  const connections = new Map<Socket, Connection>();
  const upgraded = new Set<Socket>();
  let announced = false;
  let closing = false;
  server.on("connection", (socket: Socket) => {
    connections.set(socket, { since: performance.now() });
    socket.on("close", () => connections.delete(socket));
    if (closing) closeInTime(socket);
  });
  server.on("request", (request, response) => {
    const { socket } = request;
    connections.set(socket, { request, response, since: performance.now() });
    if (announced) response.shouldKeepAlive = false;
    response.on("close", () => {
      if (closing) socket.destroySoon();
      else if (connections.has(socket)) connections.set(socket, { since: -Infinity });
    });
  });
  server.on("upgrade", ({ socket }) => {
    connections.delete(socket);
    upgraded.add(socket);
    socket.on("close", () => upgraded.delete(socket));
  });
  function closeInTime(socket: Socket): void {
    const connection = connections.get(socket);
    if (!connection || connection.request?.complete) return;
    const left = connection.since + requestGrace - performance.now();
    if (left <= 0) socket.destroy();
    else Deno.unrefTimer(setTimeout(() => closeInTime(socket), left));
  }
  return {
    announce(): void {
      announced = true;
      for (const { response } of connections.values()) if (response) response.shouldKeepAlive = false;
    },
    close(): void {
      closing = true;
      for (const socket of connections.keys()) closeInTime(socket);
      Deno.unrefTimer(setTimeout(() => upgraded.forEach((socket) => socket.destroy()), upgradedGrace));
    },
  };
}
