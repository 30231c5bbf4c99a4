import { openChatroom } from "../realtime/chatroom.ts";
import { here, windowOf } from "./chat_room.ts";

Deno.test("With too many windows open the chat says so, and connects once one of the others is closed", async () => {
  await using room = await openChatroom({ env: { RATE_LIMITS: "on" } });
  const sockets = await Promise.all(Array.from({ length: 50 }, () => room.connect("grace")));
  await using grace = await windowOf(room, "grace");
  await grace.visit(here);
  const reconnect = grace.page.getByRole("button", { name: "Reconnect" });
  await reconnect.waitFor();
  await grace.line("You have this site open in too many windows. Please close some and try again.");
  sockets[0][Symbol.dispose]();
  await reconnect.click();
  await grace.joined();
});
