import type { Tab } from "./tab.ts";

export const questionsTab: Tab = () => ({ content: null });
