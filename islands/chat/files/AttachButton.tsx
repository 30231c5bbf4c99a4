import { type ChangeEvent, useEffect, useRef } from "react";
import { texts } from "../../../server/contract/texts.ts";
import { Icon } from "../../ui/Icon.tsx";
import { accepted } from "./attachments.ts";

interface Props {
  disabled: boolean;
  onFiles: (files: Iterable<File>) => void;
}

/** Chooses files for a message; without script they are sent with the form. */
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
        aria-label={texts.files.attach}
        title={texts.files.attach}
        disabled={disabled}
        onChange={(event: ChangeEvent<HTMLInputElement>) => take(event.target)}
      />
    </label>
  );
}
