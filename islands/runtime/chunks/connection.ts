/** The page's connection, which needs no React: a chat's begins while the rest is on its way. */
import { beginChat as begin, type ChatStart } from "../../chat/connection/connection.ts";
import { readMessages, type Sent } from "../../chat/connection/from_html.ts";

/** Begins the chat of this page, from what was sent to the island and what its HTML shows. */
export const beginChat = (island: HTMLElement, sent: ChatStart & Sent): void =>
  begin({ ...sent, messages: sent.messages ?? readMessages(island, sent) });
export { beginViewerConnection } from "../viewer_connection.ts";
