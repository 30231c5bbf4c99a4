import * as chatLimits from "../../../server/contract/chat/limits.ts";
import { Fragment } from "react";
import type { MemberDirectory } from "../../../server/contract/chat/shapes.ts";
import { peoplePaths } from "../../../server/contract/people/paths.ts";
import { linkify } from "../../../server/contract/chat/links.ts";
import { everyone, mentionPattern, usernamesOf } from "../../../server/contract/chat/mentions.ts";

interface Props {
  text: string;
  mentions: string[];
  members: MemberDirectory;
  viewerId: string;
  tabIndex?: number;
}

export function MessageText({ text, mentions, members, viewerId, tabIndex }: Props) {
  return linkedText(text, idsByUsername(mentions, members, text)).map(({ text, href, userId }, index) =>
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
      : userId === ""
      ? <b key={index} className="mention mention--viewer">{text}</b>
      : <Fragment key={index}>{text}</Fragment>
  );
}

/** One to everyone, who has no id, mentions somebody whom it does not name. */
export function idsByUsername(mentions: string[], members: MemberDirectory, text: string): Map<string, string> {
  const ids = new Map(mentions.flatMap((id) => members[id] ? [[members[id].username, id]] : []));
  const named = text.toLowerCase();
  return mentions.some((id) => !named.includes("@" + members[id]?.username)) ? ids.set(everyone, "") : ids;
}

export interface Piece {
  text: string;
  href?: string;
  userId?: string;
}

/** Joined together the pieces are the text again. @param ids of the people whom it mentions, by their usernames */
export function linkedText(text: string, ids: Map<string, string>): Piece[] {
  const pieces = linkify(text).flatMap((piece): Piece[] => piece.href ? [piece] : cutMentions(piece.text, ids));
  let count = 0;
  const last = pieces.findIndex(({ href, userId }) => (href || userId) && ++count === chatLimits.message.links);
  const rest = last < 0 ? "" : pieces.splice(last + 1).map(({ text }) => text).join("");
  return rest ? [...pieces, { text: rest }] : pieces;
}

export function cutMentions(text: string, ids: Map<string, string>): Piece[] {
  if (ids.size === 0) return [{ text }];
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
