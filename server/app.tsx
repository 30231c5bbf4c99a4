import { HTTPException } from "hono/http-exception";
import { requestId } from "hono/request-id";
import { operations } from "../routes/api/mod.ts";
import { mount } from "../routes/mod.ts";
import { oneClickUnsubscribe } from "../routes/pages/notices/notices.tsx";
import { errorPage } from "../routes/pages/site/home.tsx";
import { files } from "../routes/pages/site/static.ts";
import { wellKnown } from "../routes/pages/site/well_known.ts";
import { sitePaths } from "./contract/site/paths.ts";
import type { Deps } from "./deps.ts";
import { type AppError, asAppError, NotFound } from "./errors.ts";
import { addressReader } from "./http/address.ts";
import { malformed, readChunkedBody, refuseLargeBody } from "./http/body.ts";
import { announce } from "./http/call_door.ts";
import { compress } from "./http/compression.ts";
import { belongsTo } from "./http/connections.ts";
import { applyPendingLogout, findCaller, limitAny, refuseForeign } from "./http/guards.ts";
import { clearPrefetchCache, listedOrigins, privateByDefault, securityHeaders } from "./http/headers.ts";
import { logFailure, logRequests } from "./http/request_log.ts";
import { type Ctx, router } from "./http/router.ts";

const newRequestId = () => crypto.getRandomValues(new Uint8Array(8)).toHex();

export function createApp(deps: Deps) {
  const { config } = deps;
  const addressOf = addressReader(config.trustedProxies);
  const app = router();

  // Without a header name no id is accepted from the caller.
  app.use(requestId({ headerName: "", generator: newRequestId }));
  app.use(async (c, next) => {
    c.set("deps", deps);
    const { incoming } = c.env;
    c.set("address", addressOf(incoming));
    await next();
    belongsTo(incoming.socket, { address: c.var.address, user: c.var.session?.user.id });
  });
  app.use(logRequests, securityHeaders(deps), privateByDefault, clearPrefetchCache);
  if (config.corsOrigins.length > 0) app.use(`${config.apiBase}/*`, listedOrigins(config));
  announce(app, config.apiBase, Object.values(operations));
  app.use(refuseLargeBody);
  for (const open of [wellKnown, files, oneClickUnsubscribe]) app.route("/", open);
  app.use(compress, findCaller, limitAny, applyPendingLogout, refuseForeign, readChunkedBody);
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
    return isPage ? c.redirect(sitePaths.home, 303) : answer(c, new NotFound());
  });
  app.onError((thrown, c) => {
    const failure = thrown instanceof HTTPException ? toAppError(thrown) : thrown;
    logFailure(c, failure);
    return answer(c, asAppError(failure));
  });
  return app;
}

const toAppError = (thrown: HTTPException): unknown => thrown.status < 500 ? malformed() : thrown.cause ?? thrown;
