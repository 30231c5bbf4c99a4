/** The session in which a group reads in silence: few pages have it. */
// Every page has it: what is shared with it comes in its file, and in no further one.
import "../../page/mod.ts";
export { Timer } from "../../Timer.tsx";
export { hydrateIsland } from "../hydrate.tsx";
