import * as chatLimits from "../../../server/contract/chat/limits.ts";
import type { Author, Message } from "../../../server/contract/chat/shapes.ts";
import type { Role } from "../../../server/contract/groups/groups.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { isOrganizer } from "./useMessageActions.ts";
import { chatPaths, type MessageAction } from "../../../server/contract/chat/paths.ts";
import { peoplePaths } from "../../../server/contract/people/paths.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";

interface Props {
  message: Message;
  viewer: Author;
  role: Role;
}

/** What can be done with a message, as forms, without script. */
export function MessageForms({ message, viewer, role }: Props) {
  const { id, seq, groupId } = message;
  if (message.deletedAt) return null;
  const isOwn = message.userId === viewer.id;
  const own = message.reactions.filter(({ userIds }) => userIds.includes(viewer.id)).map(({ emoji }) => emoji);
  const to = (action: MessageAction) => `${chatPaths.message(groupId, id, action)}?message=${seq}`;
  const reactions = to("reactions");
  const simple = { className: "message-form", method: "post" } as const;
  return (
    <noscript>
      <div className="message-forms">
        {!message.veiled && (
          <LinkButton href={chatPaths.replyTo(groupId, seq)} icon="reply">{chatTexts.reply}</LinkButton>
        )}
        <form {...simple} action={reactions}>
          {chatLimits.quickEmoji.filter((emoji) => !own.includes(emoji)).map((emoji) => (
            <Button key={emoji} type="submit" name="emoji" value={emoji}>{emoji}</Button>
          ))}
        </form>
        <form {...simple} action={reactions}>
          <input
            name="emoji"
            required
            maxLength={chatLimits.message.emoji}
            aria-label={chatTexts.otherEmoji}
            size={4}
          />
          <Button type="submit">{chatTexts.react}</Button>
        </form>
        {own.length > 0 && (
          <form {...simple} action={reactions}>
            <input type="hidden" name="remove" value="yes" />
            {own.map((emoji) => (
              <Button key={emoji} type="submit" name="emoji" value={emoji}>{chatTexts.takeBack(emoji)}</Button>
            ))}
          </form>
        )}
        {!isOwn && !message.veiled && (
          <LinkButton href={peoplePaths.report("message", id)} icon="flag">{chatTexts.report}</LinkButton>
        )}
        {isOrganizer(role) && (
          <form {...simple} action={to(message.pinnedAt ? "unpin" : "pin")}>
            <Button type="submit" icon="pin">{message.pinnedAt ? chatTexts.unpin : chatTexts.pin}</Button>
          </form>
        )}
        {isOwn && (
          <form {...simple} action={to("edit")}>
            <textarea
              name="content"
              autoComplete="off"
              defaultValue={message.content}
              aria-label={chatTexts.editing}
              rows={3}
            />
            <Button type="submit" icon="check">Save</Button>
          </form>
        )}
        {(isOwn || isOrganizer(role)) && (
          <details>
            <summary>{chatTexts.delete}</summary>
            <form {...simple} action={to("delete")}>
              <p>{chatTexts.confirmDeleteText}</p>
              <Button type="submit" kind="danger">{chatTexts.delete}</Button>
            </form>
          </details>
        )}
      </div>
    </noscript>
  );
}
