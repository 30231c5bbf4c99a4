import { type RefObject, useEffect, useRef } from "react";

/**
 * A dialog that is there because it is open: what the server rendered open becomes a real modal dialog. To end it,
 * close it, and take it away on its `close`: an open one that is taken away does not give the focus back.
 */
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
