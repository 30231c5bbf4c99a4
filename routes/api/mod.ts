import { router } from "../../server/http/router.ts";
import { jsonOnly } from "../../server/http/validate.ts";
import { auth } from "./auth.ts";
import { books } from "./books.ts";
import { chapters } from "./chapters.ts";
import { chat } from "./chat.ts";
import { editions } from "./editions.ts";
import { files } from "./files.ts";
import { friends } from "./friends.ts";
import { groups } from "./groups.ts";
import { messages } from "./messages.ts";
import { notes } from "./notes.ts";
import { notices } from "./notices.ts";
import { ownNotes } from "./own_notes.ts";
import { push } from "./push.ts";
import { overview } from "./overview.ts";
import { questions } from "./questions.ts";
import { sharedNotes } from "./shared_notes.ts";
import { users } from "./users.ts";

/** The JSON API, to be mounted under `API_BASE_PATH`. */
export const api = router();

// Before the rest, since an upload is no JSON.
api.route("/", files);
api.use(jsonOnly);
api.route("/auth", auth);
api.route("/users", users);
api.route("/friends", friends);
api.route("/groups", groups);
api.route("/groups", chat);
api.route("/groups", messages);
api.route("/notices", notices);
api.route("/push", push);
api.route("/overview", overview);
api.route("/books", books);
api.route("/books", notes);
api.route("/books", editions);
api.route("/books", chapters);
api.route("/notes", ownNotes);
api.route("/", sharedNotes);
api.route("/", questions);
