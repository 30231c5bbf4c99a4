import type { ReactNode } from "react";
import { updateGroup } from "../../../server/actions/groups/groups.ts";
import { undoChange } from "../../../server/actions/books/removal.ts";
import { agreeToOverview, saveSettings, sharePages } from "../../../server/actions/groups/settings.ts";
import { setRole } from "../../../server/actions/groups/roles.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { kindTexts } from "../../../server/contract/groups/kind_texts.ts";
import type { GroupKind } from "../../../server/contract/groups/shapes.ts";
import { aboutTexts, groupsTexts, inviteTexts } from "../../../server/contract/groups/texts.ts";
import { type FormDoor, mountForm, mountForms } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { askCard } from "./ask_card.tsx";
import { readMemberPage } from "./member_pages.ts";
import { booksSection, changesSection, ownSection, settingsSection } from "./settings_section.tsx";
import { GroupHead } from "./group_head.tsx";
import { type C, failures, page, toDashboard } from "../../layout/page.tsx";
import { type FailedSection, LinkRow, showSections } from "../../layout/parts.tsx";
import { conversationSection, ownShelfSection } from "./kind_sections.tsx";
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
  title: inviteTexts.people,
  content: ({ group }) =>
    group.role === "member" ? null : (
      <>
        <p className="muted">{inviteTexts.toInvite}</p>
        <LinkRow href={groupPaths.invite(group.id)} icon="user-plus">{inviteTexts.people}</LinkRow>
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

const { you, organizers, everyone, end } = aboutTexts.parts;

const what = (kind: GroupKind, section: AboutSection): AboutPart => (
  { id: "group", title: kindTexts[kind].what, sections: [section] }
);
const forYou: AboutPart = { id: "for-you", ...you, sections: [notificationsSection, ownSection] };

/** Sections that concern the same people stand together. */
const partsOf: Record<GroupKind, AboutPart[]> = {
  group: [
    what("group", whatSection),
    forYou,
    { id: "for-organizers", ...organizers, sections: [inviteSection, settingsSection, changesSection] },
    { id: "for-everyone", ...everyone, sections: [membersSection, booksSection] },
    { id: "end", title: end, sections: [reportSection, leaveSection, deleteSection] },
  ],
  direct: [what("direct", conversationSection), forYou],
  own: [what("own", ownShelfSection)],
};

aboutPage.get("/group/:id/about", signedInPage, (c) => showAbout(c, c.req.param("id")));

async function showAbout(c: C, groupId: string, failed?: FailedSection): Promise<Response> {
  const read = await readMemberPage(c, groupId, c.req.query("member"));
  if (!read) return toDashboard(c, groupsTexts.loadDetailsFailed);
  const { group } = read;
  const parts = partsOf[group.kind];
  const words = kindTexts[group.kind];
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
    title: `${words.about}: ${group.groupName}`,
    description: words.aboutDescription,
    styles: ["about-page", ...ask.styles],
    width: "wide",
    refusal: failed?.refusal,
    toasts: failures(failed?.refusal.message),
    body: (
      <div className="about">
        <GroupHead group={group} title={words.about} />
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
