import type { Tab } from "./tab.ts";

export const copyTab: Tab = () => ({ content: null });
