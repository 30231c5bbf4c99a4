import { Fragment } from "react";
import type { MemberDirectory } from "../../../server/contract/chat/shapes.ts";
import { linkedText } from "./linked_text.ts";
import { peoplePaths } from "../../../server/contract/people/paths.ts";

interface Props {
  text: string;
  mentions: string[];
  members: MemberDirectory;
  viewerId: string;
  tabIndex?: number;
}

export function MessageText({ text, mentions, members, viewerId, tabIndex }: Props) {
  return linkedText(text, idsByUsername(mentions, members)).map(({ text, href, userId }, index) =>
    href
      ? <a key={index} href={href} tabIndex={tabIndex} target="_blank" rel="noopener nofollow ugc">{text}</a>
      : userId
      ? (
        <a
          key={index}
          className={userId === viewerId ? "mention mention--viewer" : "mention"}
          href={peoplePaths.user(userId)}
          tabIndex={tabIndex}
        >
          {`@${members[userId].name}`}
        </a>
      )
      : <Fragment key={index}>{text}</Fragment>
  );
}

const idsByUsername = (mentions: string[], members: MemberDirectory): Map<string, string> =>
  new Map(mentions.flatMap((id) => members[id] ? [[members[id].username, id]] : []));
