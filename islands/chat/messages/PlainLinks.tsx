import { Button, LinkButton } from "../../ui/Button.tsx";
import { chatPaths } from "../../../server/contract/chat/paths.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";

export const PlainLink = ({ href, text }: { href: string; text: string }) => (
  <noscript>
    <LinkButton href={href}>{text}</LinkButton>
  </noscript>
);

export const MarkRead = ({ groupId, seq }: { groupId: string; seq: number }) => (
  <noscript>
    <form method="post" action={chatPaths.read(groupId)}>
      <input type="hidden" name="seq" value={seq} />
      <Button type="submit" icon="check">{chatTexts.markRead}</Button>
    </form>
  </noscript>
);
