import Bowser from "bowser";

/** A browser in words, by its `User-Agent`: "Firefox on Windows". */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return unknown;
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name) return unknown;
  return os.name ? `${browser.name} on ${os.name}` : browser.name;
}

const unknown = "Unknown browser";
