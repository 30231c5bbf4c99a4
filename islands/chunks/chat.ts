/** The chat, with the socket client that only it needs. */
export { Chat } from "../Chat.tsx";
export { hydrateIsland } from "../lib/hydrate.tsx";
