/**
 * Sends the form of a mailed verification link by itself, once, as soon as the page is visible: not while a browser
 * prerenders it or has it in the background, and not again on coming back to it. Its button is there then.
 */
export function verifyWhenSeen(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-verify]");
  if (!form) return;
  const [button, busyButton] = form.querySelectorAll("button");
  form.addEventListener("submit", (event) => {
    if (button.hidden) return event.preventDefault();
    form.querySelector("[role=status]")!.textContent = form.dataset.verifying!;
    button.hidden = true;
    busyButton.hidden = false;
  });
  // A page from the back/forward cache would still show that it is busy.
  addEventListener("pageshow", ({ persisted }: PageTransitionEvent) => persisted && location.reload());
  const send = () => {
    if (!isVisible() || history.state?.verifying) return;
    history.replaceState({ verifying: true }, "");
    form.requestSubmit();
  };
  for (const event of ["visibilitychange", "prerenderingchange"]) document.addEventListener(event, send);
  // Before the page has loaded, so that it is no step in the history.
  send();
}

const isVisible = (): boolean =>
  document.visibilityState === "visible" && !(document as { prerendering?: boolean }).prerendering;
