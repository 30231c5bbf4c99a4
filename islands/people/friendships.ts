import { on } from "../runtime/events.ts";

/** Calls when a friendship or a request may have begun or ended: by a notice of it, or by the end of one. */
export function onFriendships(listener: () => void): () => void {
  const stops = [
    on("notice", ({ kind }) => void ((kind === "friendRequest" || kind === "friendAccepted") && listener())),
    on("noticesRead", ({ gone }) => void (gone && listener())),
  ];
  return () => stops.forEach((stop) => stop());
}
