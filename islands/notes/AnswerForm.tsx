import type { ComponentProps } from "react";
import { noteTexts } from "../../server/contract/notes/shared_texts.ts";
import { TextArea } from "../forms/Field.tsx";
import { Button } from "../ui/Button.tsx";

interface Props extends ComponentProps<"form"> {
  action: string;
  name: string;
  busy?: boolean;
  error?: string;
  typed?: string;
  formKey?: string;
}

export function AnswerForm({ name, busy, error, typed, formKey, ...form }: Props) {
  return (
    <form method="post" className="note-answer-form" {...form}>
      {formKey && <input type="hidden" name="formKey" value={formKey} />}
      <TextArea
        label={noteTexts.answerLabel(name)}
        name="content"
        dir="auto"
        required
        rows={2}
        defaultValue={typed}
        error={error}
      />
      <Button type="submit" busy={busy} busyText={noteTexts.answering}>{noteTexts.answer}</Button>
    </form>
  );
}
