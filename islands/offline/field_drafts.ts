/** The drafts of plain forms, and of those of islands as they are drawn. */
import { formNotSent } from "../../server/contract/site/limits.ts";
import { deleteDraft, type DraftPlace, readDraft, storeDraft, storeSentDrafts } from "./drafts.ts";

/** The drafts of the form whose answer the page is left for: that tells whether they are still needed. */
const sent = new Set<DraftPlace>();
addEventListener("pagehide", () => sent.size > 0 && storeSentDrafts([...sent]));
navigator.serviceWorker?.addEventListener("message", ({ data }) => data === formNotSent && sent.clear());

/**
 * Stores what is typed into a text of several lines until its form is sent or reset, or left by a link with
 * `data-discard`, and puts it back where it was begun before.
 */
export function keepDraft(field: HTMLTextAreaElement, { kind = "draft", of }: Partial<DraftPlace> = {}): void {
  const viewerId = document.documentElement.dataset.viewer;
  const { form } = field;
  if (!form || !viewerId) return;
  const place: DraftPlace = { kind, viewerId, of: of ?? nameOf(field, form) };
  const forget = () => deleteDraft(place);
  const isTyped = () => field.value !== field.defaultValue;
  const keep = () => isTyped() ? storeDraft(place, { content: field.value }) : forget();
  if (isRefused(form) && field.value) storeDraft(place, { content: field.value });
  // Before this script ran.
  else if (isTyped()) keep();
  else restore(field, readDraft(place)?.content);
  field.addEventListener("input", keep);
  form.addEventListener("reset", forget);
  form.addEventListener("click", ({ target }) => (target as Element).closest("[data-discard]") && forget());
  // What sends it another way prevents this, and resets it once that is done.
  form.addEventListener("submit", (event) => setTimeout(() => event.defaultPrevented || sent.add(place)));
}

/** By where its form is sent, and what it is about. */
function nameOf(field: HTMLTextAreaElement, form: HTMLFormElement): string {
  const about = form.querySelectorAll<HTMLInputElement>("input[type=hidden]:not([name=formKey])");
  return [form.getAttribute("action"), ...Array.from(about, ({ value }) => value), field.name].join(" ");
}

/** The page is the answer to this form, which was refused, and has what was typed. */
function isRefused({ action }: HTMLFormElement): boolean {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return visit?.responseStatus >= 400 && new URL(action).pathname === location.pathname;
}

function restore(field: HTMLTextAreaElement, draft: string | undefined): void {
  if (draft === undefined) return;
  field.value = draft;
  field.closest("details")?.toggleAttribute("open", true);
}

// Islands keep theirs as they are drawn.
document.querySelectorAll<HTMLTextAreaElement>("[data-draft]:not([data-island] *)").forEach((field) =>
  keepDraft(field)
);
