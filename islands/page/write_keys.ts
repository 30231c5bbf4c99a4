/** Each mark's key, with Ctrl, or ⌘ on a Mac: the last two are no key of Chromium, Firefox or Safari. */
import type { MarkName } from "./write_marks.ts";

interface Key {
  key: string;
  shift?: true;
}

const keys: Record<MarkName, Key> = {
  bold: { key: "b" },
  italic: { key: "i" },
  code: { key: "e" },
  formula: { key: "8", shift: true },
  hidden: { key: "9", shift: true },
};

export const markNames = Object.keys(keys) as MarkName[];

const isMac = (): boolean => /Mac|iP/.test(navigator.platform);

interface Pressed {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  isComposing: boolean;
}

export function markOf(pressed: Pressed, onMac = isMac()): MarkName | undefined {
  const { ctrlKey, metaKey, altKey, shiftKey, isComposing } = pressed;
  if (altKey || isComposing || !(onMac ? metaKey && !ctrlKey : ctrlKey && !metaKey)) return undefined;
  const key = keyOf(pressed);
  return markNames.find((name) => keys[name].key === key && (keys[name].shift ?? false) === shiftKey);
}

/** By its letter, wherever that is; by its place, where it writes none of ours. */
const keyOf = ({ key, code }: Pressed): string =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^(Key|Digit)/, "").toLowerCase();

export function shortcutOf(name: MarkName): { title: string; aria: string } {
  const { key, shift } = keys[name];
  const letter = key.toUpperCase();
  return {
    title: isMac() ? `${shift ? "⇧" : ""}⌘${letter}` : `Ctrl+${shift ? "Shift+" : ""}${letter}`,
    aria: `${isMac() ? "Meta" : "Control"}+${shift ? "Shift+" : ""}${letter}`,
  };
}
