import { type ChangeEvent, type ClipboardEvent, type RefObject, useEffect, useRef } from "react";
import { Icon } from "../../ui/Icon.tsx";
import { accepted } from "./attachments.ts";
import { filesTexts } from "../../../server/contract/chat/texts.ts";

interface Props {
  disabled: boolean;
  onFiles: (files: Iterable<File>) => void;
}

export function AttachButton({ disabled, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null);

  function take(field: HTMLInputElement) {
    const files = [...field.files ?? []];
    field.value = "";
    if (files.length > 0) onFiles(files);
  }

  // What was chosen before there was a script to take it.
  useEffect(() => take(input.current!), []);

  return (
    <label className="attach icon-button">
      <Icon name="attach" />
      <input
        ref={input}
        type="file"
        name="file"
        multiple
        accept={accepted}
        aria-label={filesTexts.attach}
        title={filesTexts.attach}
        disabled={disabled}
        onChange={(event: ChangeEvent<HTMLInputElement>) => take(event.target)}
      />
    </label>
  );
}

export function useFileDrop(input: RefObject<HTMLElement | null>, onFiles: (files: Iterable<File>) => void): void {
  useEffect(() => {
    const chat = input.current!.closest<HTMLElement>(".chat")!;
    const over = (isOver: boolean) => chat.toggleAttribute("data-dropping", isOver);
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const listeners = {
      dragover(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        over(true);
      },
      dragleave(event: DragEvent) {
        if (!chat.contains(event.relatedTarget as Node | null)) over(false);
      },
      drop(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        over(false);
        onFiles(event.dataTransfer!.files);
      },
    };
    for (const [name, listener] of Object.entries(listeners)) chat.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) {
        chat.removeEventListener(name, listener as EventListener);
      }
    };
  }, []);
}

export const pasteFiles =
  (onFiles: (files: Iterable<File>) => void) => (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const { files, types } = event.clipboardData;
    if (files.length === 0 || types.includes("text/plain")) return;
    event.preventDefault();
    onFiles(files);
  };
