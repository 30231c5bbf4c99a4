import { LinkButton } from "../../../islands/ui/Button.tsx";
import { EmptyDrawing } from "../../../islands/ui/EmptyDrawing.tsx";
import type { AppError } from "../../../server/errors.ts";
import type { Ctx, Env } from "../../../server/http/router.ts";
import { page } from "../../layout/page.tsx";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { descriptions, transportServerTexts } from "../../../server/contract/site/texts.ts";

/** The page of a failure: what happened, the request's id for asking about it, and a way home. */
export function errorPage<E extends Env>(c: Ctx<E>, error: AppError) {
  const title = error.status === 500 ? transportServerTexts.unexpectedTitle : error.message;
  return page(c, {
    title,
    description: descriptions.error,
    status: error.status,
    width: "narrow",
    body: (
      <div className="empty-state">
        <EmptyDrawing name="failure" />
        <h1>{title}</h1>
        {error.status === 500 && <p className="empty-state-text">{error.message}</p>}
        <LinkButton kind="primary" href={sitePaths.home}>Go home</LinkButton>
        <p className="notice-hint">Request {c.var.requestId}</p>
      </div>
    ),
  });
}
