/** The session in which a group reads in silence: few pages have it. */
export { Timer } from "../../Timer.tsx";
export { hydrateIsland } from "../hydrate.tsx";
