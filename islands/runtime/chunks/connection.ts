export { beginChat } from "../../chat/connection/group_chat.ts";
export { beginViewerConnection } from "../viewer_connection.ts";
