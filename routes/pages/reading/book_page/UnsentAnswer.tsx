import { FormError } from "../../../../islands/forms/FormError.tsx";
import { TextArea } from "../../../../islands/forms/TextArea.tsx";
import { noteTexts } from "../../../../server/contract/notes/shared_texts.ts";
import type { FailedForm } from "./tab.ts";

/** An answer that was refused, where what it answers is not on the page any more: its text is nowhere else. */
export const UnsentAnswer = ({ refusal, sent }: FailedForm) => (
  <section className="card stack">
    <FormError text={refusal.message} />
    <TextArea label={noteTexts.yourAnswer} name="content" dir="auto" rows={3} defaultValue={sent.content} readOnly />
  </section>
);
