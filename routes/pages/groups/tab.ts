import type { ReactNode } from "react";
import type { FailedBooksForm } from "../../../islands/books/reducer.ts";
import type { StyleName } from "../../../server/contract/site/assets.ts";
import type { Group } from "../../../server/contract/groups/shapes.ts";
import type { Flash } from "../../../server/http/cookies.ts";
import type { Fields, Refusal } from "../../../server/http/form.ts";
import type { Ctx, SignedInEnv } from "../../../server/http/router.ts";

export type C = Ctx<SignedInEnv>;

/** What a tab shows, and the toasts beside it. */
export interface TabContent {
  content: ReactNode;
  toasts: Flash[];
  /** The style sheets that it needs beside those of every group's page. */
  styles?: StyleName[];
}

/** A form of the page that failed, and what of it the page shows again. */
export interface FailedForm {
  refusal: Refusal;
  /** Its fields, as they were sent. */
  sent: Fields;
  message?: { typed: string; clientId?: string };
  books?: FailedBooksForm;
}

/** Renders a tab's content. */
export type Tab = (c: C, group: Group, failed?: FailedForm) => Promise<TabContent> | TabContent;
