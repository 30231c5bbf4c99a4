import type { Tab } from "./tab.ts";

export const paceTab: Tab = () => ({ content: null });
