import "./chat.ts";
export { OpenBooks } from "../../OpenBooks.tsx";
export { hydrateIsland } from "../hydrate.tsx";
