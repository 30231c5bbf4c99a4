/** The chat's connection, which needs no React: it begins while the rest is on its way. */
// Every page has it: what is shared with it comes in its file, and in no further one.
import "../../page/mod.ts";
export { beginChat } from "../../chat/connection.ts";
