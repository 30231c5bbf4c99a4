import { type ComponentProps, type RefObject, useEffect, useLayoutEffect, useState } from "react";
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
      data-write=""
      autoComplete="off"
      dir="auto"
      rows={1}
      enterKeyHint={enterSends ? "send" : undefined}
      aria-label="Message"
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

function useFinePointer(): boolean {
  const [isFine, setIsFine] = useState(false);
  useEffect(() => {
    const query = matchMedia("(pointer: fine)");
    const update = () => setIsFine(query.matches);
    update();
    query.addEventListener("change", update);
    return () => query.removeEventListener("change", update);
  }, []);
  return isFine;
}

type Control = HTMLTextAreaElement | HTMLInputElement | HTMLButtonElement;

/** A browser takes the focus from a disabled control, and the letters typed there: it is disabled once it is left. */
export function useDisabled(control: RefObject<Control | null>, isDisabled: boolean): void {
  useLayoutEffect(() => {
    const element = control.current;
    if (!element) return;
    const apply = () => {
      const isInUse = element === document.activeElement;
      element.disabled = isDisabled && !isInUse;
      element.ariaDisabled = isDisabled && isInUse ? "true" : null;
    };
    apply();
    element.addEventListener("blur", apply);
    return () => element.removeEventListener("blur", apply);
  }, [isDisabled]);
}
