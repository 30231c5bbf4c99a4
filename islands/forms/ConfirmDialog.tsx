import { type FormEvent, useId } from "react";
import { Button } from "../ui/Button.tsx";
import { useModal } from "../ui/useModal.ts";

interface Props {
  title: string;
  text: string;
  action: string;
  to: string;
  onConfirm: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
}

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
