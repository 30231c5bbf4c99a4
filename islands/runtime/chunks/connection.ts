export { beginChat } from "../../chat/connection/group_chat.ts";
