import { router } from "../../../server/http/router.ts";
import { about } from "./about/mod.ts";
import { books } from "../books/books.ts";
import { members } from "./members.ts";
import { messages } from "../chat/messages.ts";
import { notes } from "../notes/notes.ts";
import { groupPage } from "./page.tsx";
import { timer } from "../reading/timer.ts";

/** A group's page, and what its forms post to. */
export const group = router();

for (const routes of [groupPage, about, messages, timer, members, books, notes]) {
  group.route("/", routes);
}
