import * as chatLimits from "./limits.ts";

/** With a tilde for the fictitious members of the demo. */
export const mentionPattern = /(?<![\p{L}\p{N}._@-])@(~?[a-z0-9][a-z0-9._-]{0,29})/giu;

/** The usernames that a written one may be: a dot after it may end a sentence. The longest first. */
export function usernamesOf(written: string): string[] {
  const name = written.toLowerCase();
  const trimmed = name.replace(/[._-]+$/, "");
  return trimmed === name ? [name] : [name, trimmed];
}

/** A username that nobody may have. */
export const everyone = "everyone";

export function mentionedNames(content: string): string[] {
  if (!content.includes("@")) return [];
  const names = new Set<string>();
  for (const [, written] of content.matchAll(mentionPattern)) {
    for (const name of usernamesOf(written)) names.add(name);
    if (names.size >= chatLimits.message.mentions) break;
  }
  return [...names];
}
