import { on } from "../runtime/events.ts";

/**
 * Calls when a friendship of the viewer's may have begun or ended, or a request for one has come: by a notice of it, or
 * by the end of one. @returns a function that stops that
 */
export function onFriendships(listener: () => void): () => void {
  const stops = [
    on("notice", ({ kind }) => void ((kind === "friendRequest" || kind === "friendAccepted") && listener())),
    // What is read by itself is named; what is gone with what it was about is not.
    on("noticesRead", ({ ids }) => void (ids.length === 0 && listener())),
  ];
  return () => stops.forEach((stop) => stop());
}
