/** What was typed before a reload that keeps it: the rest of it is loaded when it is needed. */
import { readDraft, typedBefore } from "../offline/drafts.ts";
import { late } from "./late.ts";

export const loadReload = late(() => import("./reload_page.ts"));

/** Resolved once it is back in the fields, if there was any. */
export const restored: Promise<void> = restore().catch(console.warn);

async function restore(): Promise<void> {
  if (readDraft(typedBefore())) (await loadReload()).restoreTyped();
}
