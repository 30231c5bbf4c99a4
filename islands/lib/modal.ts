import { type RefObject, useEffect, useRef } from "react";

/** A dialog that is there because it is open: what the server rendered open becomes a real modal dialog. */
export function useModal(open = true): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!open) return;
    // Not `close()`, whose event would say that the reader closed it.
    dialog.current?.removeAttribute("open");
    dialog.current?.showModal();
  }, []);
  return dialog;
}
