import { Fragment } from "react";
import type { MemberDirectory } from "../../../server/contract/chat.ts";
import { mentionPattern, usernamesOf } from "../../../server/contract/mentions.ts";
import { paths } from "../../../server/contract/paths.ts";
import { Linkified } from "./Linkified.tsx";

interface Props {
  text: string;
  /** The ids of those whom it mentions. */
  mentions: string[];
  members: MemberDirectory;
  viewerId: string;
  tabIndex?: number;
}

/** The text of a message, in which addresses are links, and members that it mentions are shown by their names. */
export function MessageText({ text, mentions, members, viewerId, tabIndex }: Props) {
  if (mentions.length === 0) return <Linkified text={text} tabIndex={tabIndex} />;
  return (
    <Linkified text={text} tabIndex={tabIndex}>
      {(text) =>
        cutMentions(text, idsByUsername(mentions, members)).map(({ text, userId }, index) =>
          userId
            ? (
              <a
                key={index}
                className={userId === viewerId ? "mention mention--viewer" : "mention"}
                data-mention={userId}
                href={paths.user(userId)}
                tabIndex={tabIndex}
              >
                {`@${members[userId].name}`}
              </a>
            )
            : <Fragment key={index}>{text}</Fragment>
        )}
    </Linkified>
  );
}

const idsByUsername = (mentions: string[], members: MemberDirectory): Map<string, string> =>
  new Map(mentions.flatMap((id) => members[id] ? [[members[id].username, id]] : []));

interface Piece {
  text: string;
  /** Whom it mentions, if it does. */
  userId?: string;
}

/** Cuts a text into mentions and what is between them. Joined together the pieces are the text again. */
export function cutMentions(text: string, ids: Map<string, string>): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 1: written, index } of text.matchAll(mentionPattern)) {
    const username = usernamesOf(written).find((name) => ids.has(name));
    if (username === undefined) continue;
    if (index > end) pieces.push({ text: text.slice(end, index) });
    end = index + 1 + username.length;
    pieces.push({ text: text.slice(index, end), userId: ids.get(username) });
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}
