import { readDraft, typedBefore } from "../offline/drafts.ts";
import { late } from "./late.ts";

export const loadReload = late(() => import("./reload_page.ts"));

export const restored: Promise<void> = restore().catch(console.warn);

async function restore(): Promise<void> {
  if (readDraft(typedBefore())) (await loadReload()).restoreTyped();
}
