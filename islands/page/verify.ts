/** The form of a mailed verification link. */

/**
 * Sends the form by itself, once, as soon as somebody looks at the page: not while a browser fetches it in advance or
 * holds it in the background, and not again for who comes back to it. There is its button then.
 */
export function verifyWhenSeen(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-verify]");
  if (!form) return;
  form.addEventListener("submit", (event) => show(form) || event.preventDefault());
  // A page that comes from the browser's memory would go on saying that it is at work.
  addEventListener("pageshow", (event) => (event as PageTransitionEvent).persisted && location.reload());
  if (history.state?.verifying) return;
  const send = () => {
    if (!isSeen() || history.state?.verifying) return;
    history.replaceState({ verifying: true }, "");
    form.requestSubmit();
  };
  for (const event of ["visibilitychange", "prerenderingchange"]) document.addEventListener(event, send);
  send();
}

const isSeen = (): boolean =>
  document.visibilityState === "visible" && !(document as { prerendering?: boolean }).prerendering;

/** Says that it is at work; false where it has said so before. */
function show(form: HTMLFormElement): boolean {
  const button = form.querySelector("button")!;
  if (button.ariaDisabled) return false;
  form.querySelector("[role=status]")!.textContent = form.dataset.verifying!;
  button.ariaDisabled = button.ariaBusy = "true";
  button.prepend(Object.assign(document.createElement("span"), { className: "spinner", ariaHidden: "true" }));
  return true;
}
