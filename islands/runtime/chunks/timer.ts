/** The session in which a group reads in silence: few pages have it, beside a chat. */
import "./chat.ts";
export { Timer } from "../../Timer.tsx";
export { hydrateIsland } from "../hydrate.tsx";
