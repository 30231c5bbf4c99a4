import type { Tab } from "./tab.ts";

export const notesTab: Tab = () => ({ content: null });
