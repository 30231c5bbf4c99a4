import { type RefObject, useLayoutEffect } from "react";

type Control = HTMLTextAreaElement | HTMLInputElement | HTMLButtonElement;

/**
 * Disables a control. While it has the focus it only says so: a browser takes the focus from a disabled control, and
 * with it the letters of somebody who types there. It is disabled once they have left it.
 */
export function useDisabled(control: RefObject<Control | null>, isDisabled: boolean): void {
  useLayoutEffect(() => {
    const element = control.current;
    if (!element) return;
    const apply = () => {
      const isInUse = element === document.activeElement;
      element.disabled = isDisabled && !isInUse;
      element.ariaDisabled = isDisabled && isInUse ? "true" : null;
    };
    apply();
    element.addEventListener("blur", apply);
    return () => element.removeEventListener("blur", apply);
  }, [isDisabled]);
}
