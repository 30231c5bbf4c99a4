import type { ReactNode } from "react";
import type { Reader } from "../../../../db/reading/readers.ts";
import { FormError } from "../../../../islands/forms/FormError.tsx";
import { TextArea } from "../../../../islands/forms/Field.tsx";
import { noteTexts } from "../../../../server/contract/notes/shared_texts.ts";
import type { StyleName } from "../../../../server/contract/site/assets.ts";
import type { Flash } from "../../../../server/http/cookies.ts";
import type { Fields, Refusal } from "../../../../server/http/form.ts";
import type { Ctx, SignedInEnv } from "../../../../server/http/router.ts";

export type C = Ctx<SignedInEnv>;

export type ReadersBook = Reader & { bookId: string };

export interface FailedForm {
  refusal: Refusal;
  sent: Fields;
}

interface TabContent {
  content: ReactNode;
  toasts?: Flash[];
  styles?: StyleName[];
}

export type Tab = (c: C, book: ReadersBook, failed?: FailedForm) => Promise<TabContent> | TabContent;

/** An answer that was refused, where what it answers is not on the page any more: its text is nowhere else. */
export const UnsentAnswer = ({ refusal, sent }: FailedForm) => (
  <section className="card stack">
    <FormError text={refusal.message} />
    <TextArea label={noteTexts.yourAnswer} name="content" dir="auto" rows={3} defaultValue={sent.content} readOnly />
  </section>
);
