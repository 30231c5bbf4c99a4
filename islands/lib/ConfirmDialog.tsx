import { Button, LinkButton } from "../components/Button.tsx";
import { intercept } from "./intercept.ts";
import { useModal } from "./modal.ts";

interface Props {
  title: string;
  text: string;
  /** The word on the button that does it. */
  action: string;
  /** Where cancelling leads when there is no script. */
  back: string;
  /** What the form posts when there is no script. */
  fields: Record<string, string>;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something that cannot be undone. Rendered open by the server it works as a plain form. */
export function ConfirmDialog({ title, text, action, back, fields, onConfirm, onCancel }: Props) {
  const dialog = useModal();

  return (
    <dialog className="dialog" ref={dialog} open aria-labelledby="confirm-title" onCancel={onCancel}>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        <h2 id="confirm-title">{title}</h2>
        <p>{text}</p>
        {Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
        <div className="dialog-actions">
          <LinkButton
            kind="quiet"
            href={back}
            onClick={intercept(onCancel)}
          >
            Cancel
          </LinkButton>
          <Button type="submit" kind="danger">{action}</Button>
        </div>
      </form>
    </dialog>
  );
}
