import { type FormEvent, useId } from "react";
import { Button } from "../ui/Button.tsx";
import { useModal } from "../ui/useModal.ts";

interface Props {
  title: string;
  text: string;
  /** The word on the button that confirms. */
  action: string;
  /** The address that the form posts to without script. */
  to: string;
  /** Such as `useSubmit`'s. */
  onConfirm: (event: FormEvent<HTMLFormElement>) => void;
  /** Called once it is closed, confirmed or not. */
  onClose: () => void;
}

/** Asks before something that cannot be undone. Rendered open by the server it works as a plain form. */
export function ConfirmDialog({ title, text, action, to, onConfirm, onClose }: Props) {
  const dialog = useModal();
  const cancel = useId();

  return (
    <dialog className="dialog" ref={dialog} open aria-labelledby="confirm-title" onClose={onClose}>
      <form
        method="post"
        action={to}
        onSubmit={(event) => {
          event.preventDefault();
          dialog.current?.close();
          onConfirm(event);
        }}
      >
        <h2 id="confirm-title">{title}</h2>
        <p>{text}</p>
        <div className="dialog-actions">
          <Button type="submit" form={cancel}>Cancel</Button>
          <Button type="submit" kind="danger">{action}</Button>
        </div>
      </form>
      <form method="dialog" id={cancel} />
    </dialog>
  );
}
