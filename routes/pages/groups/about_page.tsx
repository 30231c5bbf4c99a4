import type { ReactNode } from "react";
import { updateGroup } from "../../../server/actions/groups/groups.ts";
import { undoChange } from "../../../server/actions/books/removal.ts";
import { agreeToOverview, saveSettings, sharePages } from "../../../server/actions/groups/settings.ts";
import { setRole } from "../../../server/actions/groups/roles.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { aboutTexts, groupsTexts, inviteTexts as words } from "../../../server/contract/groups/texts.ts";
import { type FormDoor, mountForm, mountForms } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { askCard } from "./ask_card.tsx";
import { readMemberPage } from "./member_pages.ts";
import { booksSection, changesSection, ownSection, settingsSection } from "./settings_section.tsx";
import { GroupHead } from "./group_head.tsx";
import { type C, failures, page, toDashboard } from "../../layout/page.tsx";
import { type FailedSection, LinkRow, showSections } from "../../layout/parts.tsx";
import {
  type AboutSection,
  deleteSection,
  leaveSection,
  membersSection,
  notificationsSection,
  reportSection,
  whatSection,
} from "./about_sections.tsx";

const inviteSection: AboutSection = {
  id: "invite",
  title: words.people,
  content: ({ group }) =>
    group.role === "member" ? null : (
      <>
        <p className="muted">{words.toInvite}</p>
        <LinkRow href={groupPaths.invite(group.id)} icon="user-plus">{words.people}</LinkRow>
      </>
    ),
};

export const aboutPage = router();

interface AboutPart {
  id: string;
  title: string;
  hint?: string;
  sections: AboutSection[];
}

const { group: theGroup, you, organizers, everyone, end } = aboutTexts.parts;

/** Sections that concern the same people stand together. */
const allParts: AboutPart[] = [
  { id: "group", title: theGroup, sections: [whatSection] },
  { id: "for-you", ...you, sections: [notificationsSection, ownSection] },
  { id: "for-organizers", ...organizers, sections: [inviteSection, settingsSection, changesSection] },
  { id: "for-everyone", ...everyone, sections: [membersSection, booksSection] },
  { id: "end", title: end, sections: [reportSection, leaveSection, deleteSection] },
];

/** Of those of a group that nobody joins, leaves or organizes. */
const partsOfOtherKinds = allParts.filter(({ id }) => id === "for-you");

aboutPage.get("/group/:id/about", signedInPage, (c) => showAbout(c, c.req.param("id")));

async function showAbout(c: C, groupId: string, failed?: FailedSection): Promise<Response> {
  const read = await readMemberPage(c, groupId, c.req.query("member"));
  if (!read) return toDashboard(c, groupsTexts.loadDetailsFailed);
  const { group } = read;
  const parts = group.kind === "group" ? allParts : partsOfOtherKinds;
  const shared = {
    subject: { c, ...read },
    failed,
    loadFailed: aboutTexts.loadFailed,
    heading: "h3",
    shareCard: true,
  } as const;
  const [ask, ...contents] = await Promise.all([
    askCard(c, { groupId }),
    ...parts.map(({ sections }) => showSections(c, sections, shared)),
  ]);
  const shown = parts.map((part, index) => ({ ...part, contents: contents[index] }))
    .filter(({ contents }) => contents.some(Boolean));
  return page(c, {
    title: `${aboutTexts.title}: ${group.groupName}`,
    description: aboutTexts.description,
    styles: ["about-page", ...ask.styles],
    width: "wide",
    refusal: failed?.refusal,
    toasts: failures(failed?.refusal.message),
    body: (
      <div className="about">
        <GroupHead group={group} title={aboutTexts.title} />
        <Contents parts={shown} />
        <div className="about-parts">
          {ask.card}
          {shown.map((part) => <Part key={part.id} {...part} />)}
        </div>
      </div>
    ),
  });
}

interface ShownPart extends AboutPart {
  contents: ReactNode[];
}

const Contents = ({ parts }: { parts: ShownPart[] }) => (
  <nav className="about-nav" aria-label={aboutTexts.sections}>
    {parts.map(({ id, title, sections, contents }) => (
      <div key={id}>
        <p>{title}</p>
        <ul className="about-nav-list">
          {sections.map(({ id, title }, index) =>
            contents[index] && (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            )
          )}
        </ul>
      </div>
    ))}
  </nav>
);

const Part = ({ id, title, hint, contents }: ShownPart) => (
  <div className="about-part">
    <h2 id={id} className={id === "group" ? "visually-hidden" : undefined}>{title}</h2>
    {hint && <p className="muted">{hint}</p>}
    <div className={hint ? "card about-sections" : "about-sections"}>{contents}</div>
  </div>
);

const showIn = (section: string): FormDoor["refused"] => (c, refusal, { fields }) =>
  showAbout(c, c.req.param("id")!, { section, sent: fields, refusal });

mountForm(aboutPage, updateGroup, { refused: showIn("what") });
mountForm(aboutPage, saveSettings, { refused: showIn("settings") });
mountForms(aboutPage, [sharePages, agreeToOverview, undoChange, setRole]);
