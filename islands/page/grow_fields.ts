/**
 * Texts of several lines are as high as what is in them, in browsers whose style sheets cannot say so
 * (`field-sizing: content`). It runs when it is loaded.
 */

/** The content and width for which each has its height. */
const fitted = new WeakMap<HTMLTextAreaElement, string>();
let isDue = false;

document.addEventListener("input", fitAll);
document.addEventListener("toggle", fitSoon, { capture: true });
addEventListener("resize", fitSoon);
// Scripts fill and clear fields without an event, and change the page around them as they do.
new MutationObserver(fitSoon).observe(document.body, {
  childList: true,
  subtree: true,
  attributeFilter: ["data-hydrated"],
});
fitAll();

function fitSoon(): void {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(fitAll);
}

function fitAll(): void {
  isDue = false;
  for (const field of document.querySelectorAll("textarea")) fit(field);
}

function fit(field: HTMLTextAreaElement): void {
  // Out of sight.
  if (field.clientWidth === 0) return;
  const state = `${field.clientWidth} ${field.value}`;
  if (fitted.get(field) === state) return;
  fitted.set(field, state);
  const page = document.scrollingElement!;
  const { scrollTop } = page;
  field.style.blockSize = "auto";
  field.style.blockSize = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
  // The page was shorter for a moment.
  page.scrollTop = scrollTop;
}
