import { type ChangeEvent, useEffect, useRef } from "react";
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
