import { acceptInvitation, declineInvitation } from "../../../server/actions/groups/invitations.ts";
import { addMember, removeMember } from "../../../server/actions/groups/members.ts";
import { mountForms } from "../../../server/http/form_door.ts";
import { router } from "../../../server/http/router.ts";
import { books } from "../books/books.ts";
import { messages } from "../chat/messages.ts";
import { notes } from "../notes/notes.ts";
import { readingForms } from "../reading/group_forms.ts";
import { aboutForms } from "./about/forms.tsx";
import { aboutPage } from "./about/page.tsx";
import { dashboard } from "./dashboard.tsx";
import { join } from "./join.tsx";
import { groupPage } from "./page.tsx";

/** The dashboard, the pages of groups and of invitations into them, and what their forms post to. */
export const groups = router();

for (const routes of [dashboard, groupPage, aboutPage, aboutForms, messages, readingForms, books, notes, join]) {
  groups.route("/", routes);
}
mountForms(groups, [addMember, removeMember, acceptInvitation, declineInvitation]);
