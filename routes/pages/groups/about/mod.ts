import { router } from "../../../../server/http/router.ts";
import { edit } from "./edit.ts";
import { invites } from "./invite_links.tsx";
import { mailInvites } from "./mail_invites.ts";
import { aboutPage } from "./page.tsx";

/** *About this group*, and what its forms post to. */
export const about = router();

for (const routes of [aboutPage, edit, invites, mailInvites]) about.route("/", routes);
