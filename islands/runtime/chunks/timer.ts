import "./chat.ts";
export { Timer } from "../../Timer.tsx";
export { hydrateIsland } from "../hydrate.tsx";
