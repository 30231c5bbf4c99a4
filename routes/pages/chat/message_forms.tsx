import * as chatLimits from "../../../server/contract/chat/limits.ts";
import { chatPaths, isPinned, type MessageAction } from "../../../server/contract/chat/paths.ts";
import type { Author, Message } from "../../../server/contract/chat/shapes.ts";
import type { Group } from "../../../server/contract/groups/shapes.ts";
import { PreviewButton } from "../../../islands/ui/PreviewButton.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { isOrganizer } from "../../../islands/chat/actions/useMessageActions.ts";
import { peoplePaths } from "../../../server/contract/people/paths.ts";
import { messageMenuTexts } from "../../../server/contract/chat/message_texts.ts";
import type { Thread } from "../../../server/contract/chat/thread_shapes.ts";
import { threadTexts } from "../../../server/contract/chat/thread_texts.ts";
import { clubPaths } from "../../../server/contract/groups/club_paths.ts";
import { questionTexts } from "../../../server/contract/reading/question_texts.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";

interface Props {
  message: Message;
  viewer: Author;
  group: Pick<Group, "role" | "kind">;
  /** That it is in. */
  thread?: Thread;
  /** In a closed conversation what they wrote can still be deleted. */
  readOnly?: boolean;
}

export function MessageForms({ message, viewer, group: { role, kind }, thread, readOnly }: Props) {
  const { id, seq, groupId } = message;
  const isOwn = message.userId === viewer.id;
  const to = (action: MessageAction) => ({
    className: "message-form",
    method: "post",
    action: `${chatPaths.message(groupId, id, action)}?message=${seq}`,
  });
  const pinned = isPinned(message);
  return (
    <div className="message-forms">
      {!message.veiled && !readOnly && (
        <LinkButton href={chatPaths.replyTo(groupId, seq)} icon="reply">{messageMenuTexts.reply}</LinkButton>
      )}
      {thread !== undefined && thread.replies > 0 && (
        <LinkButton href={clubPaths.openThread(groupId, thread.first.seq)} icon="chat">
          {threadTexts.replies(thread.replies)}
        </LinkButton>
      )}
      {!readOnly && <ReactionForms message={message} viewer={viewer} form={to("reactions")} />}
      {!readOnly && message.anchor && !message.veiled && message.content && (
        <form {...to("question")}>
          <input type="hidden" name="bookId" value={message.anchor.bookId} />
          <Button type="submit" icon="chat">{questionTexts.askByMessage}</Button>
        </form>
      )}
      {!isOwn && !message.veiled && (
        <LinkButton href={peoplePaths.report("message", id)} icon="flag">{messageMenuTexts.report}</LinkButton>
      )}
      {(isOrganizer(role) || kind !== "group") && !readOnly && (
        <form {...to(pinned ? "unpin" : "pin")}>
          <Button type="submit" icon="pin">{pinned ? messageMenuTexts.unpin : messageMenuTexts.pin}</Button>
        </form>
      )}
      {isOwn && !message.poll && !readOnly && (
        <form {...to("edit")}>
          <textarea
            name="content"
            autoComplete="off"
            defaultValue={message.content}
            aria-label={chatTexts.editing}
            rows={3}
          />
          <Button type="submit" icon="check">Save</Button>
          <PreviewButton action={to("edit").action} />
        </form>
      )}
      {(isOwn || isOrganizer(role)) && (
        <details>
          <summary>{messageMenuTexts.delete}</summary>
          <form {...to("delete")}>
            <p>{messageMenuTexts.confirmDeleteText}</p>
            <Button type="submit" kind="danger">{messageMenuTexts.delete}</Button>
          </form>
        </details>
      )}
    </div>
  );
}

interface ReactionProps extends Pick<Props, "message" | "viewer"> {
  form: { className: string; method: string; action: string };
}

function ReactionForms({ message, viewer, form }: ReactionProps) {
  const own = message.reactions.filter(({ userIds }) => userIds.includes(viewer.id)).map(({ emoji }) => emoji);
  return (
    <>
      <form {...form}>
        {chatLimits.quickEmoji.filter((emoji) => !own.includes(emoji)).map((emoji) => (
          <Button key={emoji} type="submit" name="emoji" value={emoji}>{emoji}</Button>
        ))}
      </form>
      <form {...form}>
        <input
          name="emoji"
          required
          maxLength={chatLimits.message.emoji}
          aria-label={messageMenuTexts.otherEmoji}
          size={4}
        />
        <Button type="submit">{messageMenuTexts.react}</Button>
      </form>
      {own.length > 0 && (
        <form {...form}>
          <input type="hidden" name="remove" value="yes" />
          {own.map((emoji) => (
            <Button key={emoji} type="submit" name="emoji" value={emoji}>{chatTexts.takeBack(emoji)}</Button>
          ))}
        </form>
      )}
    </>
  );
}
