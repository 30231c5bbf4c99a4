import { Avatar } from "../../../islands/ui/Avatar.tsx";
import { whatTexts as words } from "../../../server/contract/groups/kind_texts.ts";
import { displayName } from "../../../server/contract/people/names.ts";
import { peoplePaths } from "../../../server/contract/people/paths.ts";
import { readingPaths } from "../../../server/contract/reading/paths.ts";
import { LinkRow } from "../../layout/parts.tsx";
import type { AboutSection } from "./about_sections.tsx";

/** Of a conversation: the other one, unless their account is deleted. */
export const conversationSection: AboutSection = {
  id: "what",
  title: words.directTitle,
  content({ c, group }) {
    const other = group.members.find(({ user }) => user.id !== c.var.user.id)?.user;
    return (
      <>
        <div className="about-what">
          {other && <Avatar user={other} size={72} />}
          <p className="about-name" dir="auto">{group.groupName}</p>
        </div>
        <p className="about-text">{words.direct}</p>
        {other && (
          <>
            <LinkRow href={peoplePaths.user(other.id)}>{words.toProfile(displayName(other))}</LinkRow>
            <p className="muted">{words.profileHint}</p>
          </>
        )}
      </>
    );
  },
};

export const ownShelfSection: AboutSection = {
  id: "what",
  title: words.ownTitle,
  content: () => (
    <>
      <p className="about-text">{words.own}</p>
      <LinkRow href={readingPaths.reading}>{words.toLog}</LinkRow>
    </>
  ),
};
