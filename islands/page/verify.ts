/** The form of a mailed verification link. */

/**
 * Sends the form by itself, once, as soon as the page is visible: not while a browser prerenders it or has it in the
 * background, and not again on coming back to it. Its button is there then.
 */
export function verifyWhenSeen(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-verify]");
  if (!form) return;
  form.addEventListener("submit", (event) => showBusy(form) || event.preventDefault());
  // A page from the back/forward cache would still show that it is busy.
  addEventListener("pageshow", (event) => (event as PageTransitionEvent).persisted && location.reload());
  if (history.state?.verifying) return;
  const send = () => {
    if (!isVisible() || history.state?.verifying) return;
    history.replaceState({ verifying: true }, "");
    form.requestSubmit();
  };
  for (const event of ["visibilitychange", "prerenderingchange"]) document.addEventListener(event, send);
  send();
}

const isVisible = (): boolean =>
  document.visibilityState === "visible" && !(document as { prerendering?: boolean }).prerendering;

/** Shows that it is busy; false where it was already. */
function showBusy(form: HTMLFormElement): boolean {
  const button = form.querySelector("button")!;
  if (button.ariaDisabled) return false;
  form.querySelector("[role=status]")!.textContent = form.dataset.verifying!;
  button.ariaDisabled = button.ariaBusy = "true";
  button.prepend(Object.assign(document.createElement("span"), { className: "spinner", ariaHidden: "true" }));
  return true;
}
