export { Books } from "../../Books.tsx";
export { Chat } from "../../Chat.tsx";
export { hydrateIsland } from "../hydrate.tsx";
