/** The group's page: the chat, with the socket client that only it needs, and the books beside it. */
// Every page has it: what is shared with it comes in its file, and in no further one.
import "../../page/mod.ts";
export { Books } from "../../Books.tsx";
export { Chat } from "../../Chat.tsx";
export { hydrateIsland } from "../hydrate.tsx";
