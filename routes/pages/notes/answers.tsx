import { AnswerForm } from "../../../islands/notes/SharedNoteItem.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import type { NoteAnswer } from "../../../server/contract/notes/shapes.ts";
import { noteTexts } from "../../../server/contract/notes/shared_texts.ts";
import { displayName } from "../../../server/contract/people/names.ts";
import type { PublicUser } from "../../../server/contract/people/shapes.ts";
import { formKeyFor } from "../../../server/http/form.ts";
import type { FailedForm } from "../../layout/page.tsx";

interface FoldProps {
  action: string;
  /** The call that it is sent by once there is a connection again. */
  outbox: string;
  to: PublicUser;
  mayWrite: boolean;
  /** Where the answer to this was refused: its text stays. */
  failed?: FailedForm;
}

/** Opens a form to answer what somebody has shared. */
export const AnswerFold = ({ action, outbox, to, mayWrite, failed }: FoldProps) =>
  (mayWrite || failed) && (
    <details className="fold" open={failed !== undefined}>
      <summary>{noteTexts.answer}</summary>
      <AnswerForm
        action={action}
        data-outbox={outbox}
        name={displayName(to)}
        formKey={formKeyFor(failed?.sent ?? {})}
        typed={failed?.sent.content}
        error={failed?.refusal.message}
      />
    </details>
  );

export const RemoveAnswer = ({ action, of: { user } }: { action: string; of: NoteAnswer }) => (
  <form method="post" action={action}>
    <Button type="submit" kind="plain" aria-label={noteTexts.removeAnswerOf(displayName(user))}>
      {noteTexts.removeAnswer}
    </Button>
  </form>
);
