/** The drafts of a page's plain forms. */
import { keepDraft } from "../offline/field_draft.ts";

// Those of islands keep theirs as they are drawn.
document.querySelectorAll<HTMLTextAreaElement>("[data-draft]:not([data-island] *)").forEach(keepDraft);
