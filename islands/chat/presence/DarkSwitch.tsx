import { useEffect, useState } from "react";
import { chatTheme } from "../../../server/contract/chat/chat_theme.ts";
import { store } from "../../runtime/storage.ts";
import { IconButton } from "../../ui/Button.tsx";
import { storageKeys } from "../../../server/contract/site/limits.ts";

export function DarkSwitch() {
  const { dataset } = document.documentElement;
  const [theme, setTheme] = useState(dataset[chatTheme]);
  const pageIsDark = usePageIsDark();
  const dark = theme ? theme === "dark" : pageIsDark;

  function toggle() {
    store(storageKeys.chatDarkMode, String(!dark));
    setTheme(dataset[chatTheme] = dark ? "light" : "dark");
  }

  return <IconButton icon={dark ? "sun" : "moon"} label="Dark mode" aria-pressed={dark} onClick={toggle} />;
}

function usePageIsDark(): boolean {
  const [query] = useState(() => matchMedia("(prefers-color-scheme: dark)"));
  const [isDark, setIsDark] = useState(query.matches);
  useEffect(() => {
    const update = () => setIsDark(query.matches);
    query.addEventListener("change", update);
    return () => query.removeEventListener("change", update);
  }, [query]);
  return isDark;
}
