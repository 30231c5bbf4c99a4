import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { LinkButton } from "../../islands/components/Button.tsx";
import type { AppError } from "../../server/errors.ts";
import type { Ctx, Env } from "../../server/http/router.ts";
import { page } from "../layout/page.tsx";

/** The page of a failure: what happened, the request's id for asking about it, and a way home. */
export function errorPage<E extends Env>(c: Ctx<E>, error: AppError) {
  const title = error.status === 500 ? texts.transport.unexpectedTitle : error.message;
  return page(c, {
    title,
    status: error.status,
    body: (
      <div className="stack">
        <h1>{title}</h1>
        {error.status === 500 && <p>{error.message}</p>}
        <p className="muted">Request {c.var.requestId}</p>
        <div>
          <LinkButton href={paths.home}>Go home</LinkButton>
        </div>
      </div>
    ),
  });
}
