/** The group's page: the chat, with the socket client that only it needs, and the books beside it. */
export { Books } from "../../Books.tsx";
export { Chat } from "../../Chat.tsx";
export { hydrateIsland } from "../hydrate.tsx";
