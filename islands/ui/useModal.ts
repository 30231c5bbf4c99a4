import { type RefObject, useEffect, useRef } from "react";

/**
 * Close it, and unmount it on its `close` event: a dialog that is unmounted while open does not give the focus back.
 *
 * @param first has the focus first, unless it is in the dialog by then; otherwise the first control
 */
export function useModal(open = true, first?: RefObject<HTMLElement | null>): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!open) return;
    const focused = document.activeElement as HTMLElement;
    const isWithin = dialog.current?.contains(focused);
    // Not `close()`, whose event would look as if the reader had closed it.
    dialog.current?.removeAttribute("open");
    dialog.current?.showModal();
    (isWithin ? focused : first?.current)?.focus();
  }, []);
  return dialog;
}
