import type { Message } from "../../../server/contract/chat/shapes.ts";
import { anchorsTexts, chatTexts } from "../../../server/contract/chat/texts.ts";
import { excerptOf } from "../state/changes.ts";

export function pinnedLine(message: Message, isBlocked: boolean): string {
  if (isBlocked) return chatTexts.hiddenByBlock;
  return message.veiled ? anchorsTexts.veiledQuote : excerptOf(message);
}
