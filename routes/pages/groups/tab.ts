import type { ReactNode } from "react";
import type { FailedBooksForm } from "../../../islands/Books.tsx";
import type { Group } from "../../../server/contract/groups/shapes.ts";
import type { StyleName } from "../../../server/contract/site/assets.ts";
import type { Flash } from "../../../server/http/cookies.ts";
import type { Fields, Refusal } from "../../../server/http/form.ts";
import type { Ctx, SignedInEnv } from "../../../server/http/router.ts";

export type C = Ctx<SignedInEnv>;

export interface TabContent {
  content: ReactNode;
  toasts: Flash[];
  styles?: StyleName[];
}

export interface FailedForm {
  refusal: Refusal;
  sent: Fields;
  message?: { typed: string; clientId?: string };
  books?: FailedBooksForm;
}

export type Tab = (c: C, group: Group, failed?: FailedForm) => Promise<TabContent> | TabContent;
