import { on } from "../runtime/events.ts";

/**
 * Calls when a friendship of the viewer's may have begun or ended, or a request for one has come: by a notice of it, or
 * by the end of one. @returns a function that stops that
 */
export function onFriendships(listener: () => void): () => void {
  const stops = [
    on("notice", ({ kind }) => void ((kind === "friendRequest" || kind === "friendAccepted") && listener())),
    on("noticesRead", ({ gone }) => void (gone && listener())),
  ];
  return () => stops.forEach((stop) => stop());
}
