import { type RefObject, useLayoutEffect } from "react";

type Control = HTMLTextAreaElement | HTMLInputElement | HTMLButtonElement;

/** A browser takes the focus from a disabled control, and the letters typed there: it is disabled once it is left. */
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
