/** The page's connection, which needs no React: a chat's begins while the rest is on its way. */
export { beginChat } from "../../chat/connection/group_chat.ts";
export { beginViewerConnection } from "../viewer_connection.ts";
