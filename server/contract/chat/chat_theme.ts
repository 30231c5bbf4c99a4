import { storageKeys } from "../site/limits.ts";

/** Of the root's `dataset`: without it the chat follows the page. */
export const chatTheme = "chatTheme";

/** Runs before the chat is painted, which would else be light first. */
export const chatThemeScript = `try{let d=localStorage.getItem("${storageKeys.chatDarkMode}")
if(d)document.documentElement.dataset.${chatTheme}=d=="true"?"dark":"light"}catch{}`;
