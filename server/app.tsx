import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { createMiddleware } from "hono/factory";
import { HTTPException } from "hono/http-exception";
import { v4 as uuid } from "uuid";
import { mount } from "../routes/mod.ts";
import { covers } from "../routes/covers.ts";
import { errorPage } from "../routes/pages/error.tsx";
import { media } from "../routes/media.ts";
import { health } from "../routes/health.ts";
import { files } from "../routes/static.ts";
import * as limits from "./contract/limits.ts";
import { paths } from "./contract/paths.ts";
import { texts } from "./contract/texts.ts";
import type { Deps } from "./deps.ts";
import { type AppError, asAppError, BadRequest, NotFound, TooLarge } from "./errors.ts";
import { brotli } from "./http/compression.ts";
import { findCaller, heedLeaving } from "./http/guards.ts";
import { forgetForeseen, listedOrigins, privateByDefault, securityHeaders } from "./http/headers.ts";
import { refuseForeign } from "./http/origin.ts";
import { addressReader, limitAny } from "./http/rate_limit.ts";
import { logFailure, logRequests } from "./http/request_log.ts";
import { type Ctx, type Env, router } from "./http/router.ts";

/** The service: everything but the listener and the sockets. */
export function createApp(deps: Deps) {
  const { config } = deps;
  const addressOf = addressReader(config.trustedProxies);
  const app = router();

  app.use(async (c, next) => {
    c.set("deps", deps);
    c.set("requestId", uuid());
    c.set("address", addressOf(c.env.incoming));
    await next();
  });
  app.use(logRequests, securityHeaders(config), privateByDefault, forgetForeseen);
  for (const open of [files, media, covers]) app.route("/", open);
  app.route("/", health);
  if (config.corsOrigins.length > 0) app.use(`${config.apiBase}/*`, listedOrigins(config));
  app.use(compress(), brotli, findCaller, limitAny, heedLeaving, refuseForeign, limitBody);
  mount(app, config);

  const isCall = (c: Ctx) => c.req.path === config.apiBase || c.req.path.startsWith(`${config.apiBase}/`);
  const answer = (c: Ctx, error: AppError) => {
    for (const [name, value] of Object.entries(error.details.headers ?? {})) c.header(name, value);
    if (!isCall(c)) return errorPage(c, error);
    const requestId = error.status >= 500 ? { requestId: c.var.requestId } : {};
    return c.json({ ...error.body(), ...requestId }, error.status);
  };
  app.notFound((c) => {
    const isPage = !isCall(c) && ["GET", "HEAD"].includes(c.req.method);
    return isPage ? c.redirect(paths.home, 303) : answer(c, new NotFound());
  });
  app.onError((thrown, c) => {
    const failure = thrown instanceof HTTPException ? told(thrown) : hasHungUp(c, thrown) ? malformed() : thrown;
    logFailure(c, failure);
    return answer(c, asAppError(failure));
  });
  return app;
}

const bodyUpTo = (maxSize: number, text: string) =>
  bodyLimit({
    maxSize,
    onError: async (c) => {
      await hearOut(c.req.raw.body);
      // Whoever sends on even so is not listened to, and must not ask anything else on this connection.
      throw new TooLarge(text, { headers: { Connection: "close" } });
    },
  });

/** How long the rest of a body is thrown away before it is answered, in milliseconds. */
const hearingOut = 2_000;

/** Lets a sender come to the end of a body: one who is cut off while sending never reads why. */
async function hearOut(body: ReadableStream | null): Promise<void> {
  const end = AbortSignal.timeout(hearingOut);
  await body?.pipeTo(new WritableStream(), { signal: end }).catch(() => {});
}

const withImage = bodyUpTo(limits.body.withImage, texts.pictures.tooLarge);
const withoutImage = bodyUpTo(limits.body.json, texts.transport.tooLarge);

/** Where a picture may be sent, the body may be as large as one. */
const limitBody = createMiddleware<Env>((c, next) =>
  (/\/(users\/profile|profile|groups)$/.test(c.req.path) ? withImage : withoutImage)(c, next)
);

const malformed = () => new BadRequest(texts.transport.malformed, "malformed");

/** Hono's own refusals: a body that is not what it says. */
const told = (refusal: HTTPException): unknown => refusal.status < 500 ? malformed() : refusal.cause ?? refusal;

/** Whether there is no end of the body because its sender is gone, which is no fault of ours. */
const hasHungUp = (c: Ctx, thrown: Error) =>
  "code" in thrown && thrown.code === "ECONNRESET" && c.env.incoming.destroyed;
