import type { Pending } from "./reducer.ts";

/** A text as a new message. */
export const newDraft = (content: string): Pending => ({
  clientId: newClientId(),
  content,
  timestamp: new Date().toISOString(),
});

/** Random: no other message has it. `crypto.randomUUID` is missing on plain http. */
const newClientId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
