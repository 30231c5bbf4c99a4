/** *About this group*: what it is, its members, and the ways into it. */
import { findGroup } from "../../../../db/groups/groups.ts";
import { aboutTexts, groupsTexts } from "../../../../server/contract/groups/texts.ts";
import { setFlash } from "../../../../server/http/cookies.ts";
import { signedInPage } from "../../../../server/http/guards.ts";
import { router } from "../../../../server/http/router.ts";
import { failures, tryLoad } from "../../../layout/LoadError.tsx";
import { page } from "../../../layout/page.tsx";
import { type FailedForm, showSections } from "../../../layout/sections.tsx";
import { invitationsSection } from "./invitations_section.tsx";
import { inviteLinksSection } from "./invite_links_section.tsx";
import { membersSection } from "./members_section.tsx";
import { deleteSection, leaveSection, notificationsSection, reportSection } from "./own_sections.tsx";
import type { AboutSection, C } from "./section.ts";
import { whatSection } from "./what_section.tsx";
import { sitePaths } from "../../../../server/contract/site/paths.ts";
import { groupPaths } from "../../../../server/contract/groups/paths.ts";

export const aboutPage = router();

/** In the order of the page. */
const sections: AboutSection[] = [
  whatSection,
  membersSection,
  inviteLinksSection,
  invitationsSection,
  notificationsSection,
  reportSection,
  leaveSection,
  deleteSection,
];

aboutPage.get("/group/:id/about", signedInPage, (c) => showAbout(c, c.req.param("id")));

/** The page of a group, with a form that was refused; the dashboard, with a toast, for outsiders. */
export async function showAbout(c: C, groupId: string, failed?: FailedForm): Promise<Response> {
  const group = await tryLoad(c, () => findGroup(c.var.deps.db, c.var.user.id, groupId));
  if (!group) {
    setFlash(c, "error", groupsTexts.loadDetailsFailed);
    return c.redirect(sitePaths.dashboard, 303);
  }
  const shown = await showSections(c, sections, { subject: { c, group }, failed, loadFailed: aboutTexts.loadFailed });
  return page(c, {
    title: `${aboutTexts.title}: ${group.groupName}`,
    description: aboutTexts.description,
    styles: ["about-page"],
    status: failed?.refusal.status,
    headers: failed?.refusal.headers,
    toasts: failures(failed?.refusal.message),
    body: (
      <div className="about stack">
        <header className="about-head">
          <a href={groupPaths.group(group.id)}>{aboutTexts.back}</a>
          <h1>
            {aboutTexts.title} <span className="visually-hidden">{group.groupName}</span>
          </h1>
        </header>
        {shown}
      </div>
    ),
  });
}
