import { FieldFrame, fieldOf, TextArea } from "../../../islands/forms/Field.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { PreviewButton } from "../../../islands/ui/PreviewButton.tsx";
import { accepted } from "../../../islands/chat/files/attachments.ts";
import { AnchorName, type NamedBook } from "../../../islands/chat/messages/Anchor.tsx";
import * as chatLimits from "../../../server/contract/chat/limits.ts";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import { filesTexts } from "../../../server/contract/chat/texts.ts";
import { threadTexts as words } from "../../../server/contract/chat/thread_texts.ts";
import { clubPaths } from "../../../server/contract/groups/club_paths.ts";
import { formKeyFor } from "../../../server/http/form.ts";
import type { FailedForm } from "../../layout/page.tsx";

interface Props {
  first: Message;
  /** That the message is about, if any. */
  book: NamedBook | undefined;
  failed?: FailedForm;
}

/** A reply to the first message of a thread, about the page that the message is about. */
export function ReplyForm({ first: { groupId, seq, id, anchor, veiled }, book, failed }: Props) {
  if (veiled) return <p className="muted">{words.readFirst}</p>;
  return (
    <form
      id="reply"
      method="post"
      action={clubPaths.threadReplies(groupId, seq)}
      encType="multipart/form-data"
      className="reply-form"
    >
      <input type="hidden" name="formKey" value={formKeyFor(failed?.sent)} />
      <input type="hidden" name="replyTo" value={id} />
      {anchor && book && (
        <>
          <input type="hidden" name="bookId" value={anchor.bookId} />
          <input type="hidden" name="page" value={anchor.page} />
          <p>
            {`${words.about} `}
            <AnchorName anchor={anchor} book={book} />
          </p>
        </>
      )}
      <TextArea
        {...fieldOf("content", failed?.refusal.issues)}
        label={words.reply}
        hint={words.replyHint}
        defaultValue={failed?.sent.content}
        data-write=""
        dir="auto"
        rows={3}
        maxLength={chatLimits.message.max}
      />
      <FieldFrame id="file" label={filesTexts.attach}>
        <input className="input" type="file" id="file" name="file" multiple accept={accepted} />
      </FieldFrame>
      <div className="cluster">
        <Button type="submit" kind="primary" icon="send">{words.send}</Button>
        <PreviewButton action={clubPaths.threadReplies(groupId, seq)} files />
      </div>
    </form>
  );
}
