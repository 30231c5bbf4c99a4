/** The chat's own dark mode: whether it is light or dark is an attribute of the page's root. */
import { storageKeys } from "../site/limits.ts";

/** The name of that attribute in `dataset`. Without it the chat follows the page. */
export const chatTheme = "chatTheme";

/** The content of a script that runs before the chat is painted, which would else be light first. */
export const chatThemeScript = `try{let d=localStorage.getItem("${storageKeys.chatDarkMode}")
if(d)document.documentElement.dataset.${chatTheme}=d=="true"?"dark":"light"}catch{}`;
