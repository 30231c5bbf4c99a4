import type { Author, Message } from "../../../server/contract/chat/chat.ts";
import * as constants from "../../../server/contract/constants.ts";
import type { Role } from "../../../server/contract/groups/groups.ts";
import { formPaths } from "../../../server/contract/form_paths.ts";
import { type MessageAction, paths } from "../../../server/contract/paths.ts";
import { texts } from "../../../server/contract/texts.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { isOrganizer } from "./useMessageActions.ts";

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
  const to = (action: MessageAction) => `${paths.message(groupId, id, action)}?message=${seq}`;
  const reactions = to("reactions");
  const simple = { className: "message-form", method: "post" } as const;
  return (
    <noscript>
      <div className="message-forms">
        {!message.veiled && (
          <LinkButton href={formPaths.replyTo(groupId, seq)} icon="reply">{texts.chat.reply}</LinkButton>
        )}
        <form {...simple} action={reactions}>
          {constants.quickEmoji.filter((emoji) => !own.includes(emoji)).map((emoji) => (
            <Button key={emoji} type="submit" name="emoji" value={emoji}>{emoji}</Button>
          ))}
        </form>
        <form {...simple} action={reactions}>
          <input
            name="emoji"
            required
            maxLength={constants.message.emoji}
            aria-label={texts.chat.otherEmoji}
            size={4}
          />
          <Button type="submit">{texts.chat.react}</Button>
        </form>
        {own.length > 0 && (
          <form {...simple} action={reactions}>
            <input type="hidden" name="remove" value="yes" />
            {own.map((emoji) => (
              <Button key={emoji} type="submit" name="emoji" value={emoji}>{texts.chat.takeBack(emoji)}</Button>
            ))}
          </form>
        )}
        {!isOwn && !message.veiled && (
          <LinkButton href={paths.report("message", id)} icon="flag">{texts.chat.report}</LinkButton>
        )}
        {isOrganizer(role) && (
          <form {...simple} action={to(message.pinnedAt ? "unpin" : "pin")}>
            <Button type="submit" icon="pin">{message.pinnedAt ? texts.chat.unpin : texts.chat.pin}</Button>
          </form>
        )}
        {isOwn && (
          <form {...simple} action={to("edit")}>
            <textarea
              name="content"
              autoComplete="off"
              defaultValue={message.content}
              aria-label={texts.chat.editing}
              rows={3}
            />
            <Button type="submit" icon="check">Save</Button>
          </form>
        )}
        {(isOwn || isOrganizer(role)) && (
          <details>
            <summary>{texts.chat.delete}</summary>
            <form {...simple} action={to("delete")}>
              <p>{texts.chat.confirmDeleteText}</p>
              <Button type="submit" kind="danger">{texts.chat.delete}</Button>
            </form>
          </details>
        )}
      </div>
    </noscript>
  );
}
