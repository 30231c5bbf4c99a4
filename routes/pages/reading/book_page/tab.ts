import type { ReactNode } from "react";
import type { Reader } from "../../../../db/reading/readers.ts";
import type { StyleName } from "../../../../server/contract/site/assets.ts";
import type { Flash } from "../../../../server/http/flash.ts";
import type { Fields, Refusal } from "../../../../server/http/form.ts";
import type { Ctx, Env, SignedInEnv } from "../../../../server/http/router.ts";
import { readingPaths, type TogetherTab } from "../../../../server/contract/reading/paths.ts";

export type C = Ctx<SignedInEnv>;

/** The book of the page, and its reader. */
export type Place = Reader & { bookId: string };

/** A form of the page that failed, and its fields as they were sent. */
export interface FailedForm {
  refusal: Refusal;
  sent: Fields;
}

/** A tab's content, and the toasts shown beside it. */
export interface Part {
  content: ReactNode;
  toasts?: Flash[];
  /** The style sheets that it needs beside the page's. */
  styles?: StyleName[];
}

/** Renders a tab's content. */
export type Tab = (c: C, place: Place, failed?: FailedForm) => Promise<Part> | Part;

/**
 * Redirects a GET of a form's address to the tab that has it: after a failure that is reloaded, or a login after the
 * session ended.
 */
export const toTab = (tab: TogetherTab) => <E extends Env>(c: Ctx<E>): Response =>
  c.redirect(readingPaths.together(c.req.param("id")!, c.req.param("bookId")!, tab), 303);
