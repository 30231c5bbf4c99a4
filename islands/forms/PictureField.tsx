import { type ChangeEvent, type ReactNode, useId, useState } from "react";
import { description, FieldFrame } from "./Field.tsx";
import { picturesTexts } from "../../server/contract/people/texts.ts";

interface Props {
  label: string;
  name: string;
  error?: ReactNode;
  autoFocus?: boolean;
  current: string | null;
  draw: (src: string | null) => ReactNode;
}

/**
 * The file input lies unseen over a button of ours, so that it can be pressed, dropped on and reached by keyboard;
 * without script it is in sight, since only it could show what was chosen.
 */
export function PictureField({ label, name, error, autoFocus, current, draw }: Props) {
  const id = useId();
  const [chosen, setChosen] = useState<Chosen>();
  const [removing, setRemoving] = useState(false);

  async function show({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    const src = file ? await readDataUrl(file).catch(() => null) : null;
    if (target.files?.[0] === file) setChosen(file && { name: file.name, src });
  }

  return (
    <FieldFrame id={id} label={label} error={error}>
      <div className="picture-field">
        {draw(chosen ? chosen.src : removing ? null : current)}
        <div className="picture-field-choice">
          <span className="button button--quiet" aria-hidden="true">
            {chosen || current ? picturesTexts.chooseOther : picturesTexts.choose}
          </span>
          <input
            type="file"
            id={id}
            name={name}
            accept="image/png,image/jpeg,image/webp,image/gif"
            autoFocus={autoFocus}
            onChange={show}
            {...description(id, { error })}
          />
        </div>
        {chosen && <p className="picture-field-name" dir="auto">{chosen.name}</p>}
        {current && !chosen && (
          <label className="cluster">
            <input
              type="checkbox"
              name="removeImage"
              value="yes"
              onChange={({ target }) => setRemoving(target.checked)}
            />{" "}
            Remove current picture
          </label>
        )}
      </div>
    </FieldFrame>
  );
}

interface Chosen {
  name: string;
  src: string | null;
}

export function readDataUrl(file: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(reader.result as string);
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file);
  return promise;
}
