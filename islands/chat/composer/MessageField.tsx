import type { ComponentProps } from "react";
import { useFinePointer } from "./useFinePointer.ts";
import type { Mentions } from "./useMentions.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";

interface Props extends ComponentProps<"textarea"> {
  mentions: Mentions;
  onEnter: (event: { preventDefault(): void }) => void;
}

export function MessageField({ mentions, onEnter, onKeyDown, onInput, ...field }: Props) {
  const enterSends = useFinePointer();
  const isOffering = mentions.candidates.length > 0;
  return (
    <textarea
      name="content"
      autoComplete="off"
      dir="auto"
      rows={1}
      enterKeyHint={enterSends ? "send" : "enter"}
      aria-label="Message"
      aria-autocomplete="list"
      aria-controls={isOffering ? mentions.listId : undefined}
      aria-activedescendant={isOffering ? mentions.optionId(mentions.selected) : undefined}
      placeholder={chatTexts.placeholder}
      onKeyDown={(event) => {
        if (mentions.onKeyDown(event) || event.nativeEvent.isComposing) return;
        if (enterSends && event.key === "Enter" && !event.shiftKey) onEnter(event);
        else onKeyDown?.(event);
      }}
      onInput={(event) => {
        mentions.update();
        onInput?.(event);
      }}
      onSelect={isOffering ? mentions.update : undefined}
      onBlur={mentions.close}
      {...field}
    />
  );
}
