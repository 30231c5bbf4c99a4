import type { MemberDirectory } from "../../../server/contract/chat/shapes.ts";
import { peoplePaths } from "../../../server/contract/people/paths.ts";
import { escaped, writtenHtml } from "../../../server/contract/site/written_html.ts";
import type { WrittenNode } from "../../../server/contract/site/written_shapes.ts";
import { cutMentions, idsByUsername } from "./MessageText.tsx";

export interface WrittenMessage {
  content: string;
  format: WrittenNode[];
  mentions: string[];
  members: MemberDirectory;
  viewerId: string;
}

/** The HTML of a message with a form, in which those who are mentioned are links. */
export function drawWritten({ content, format, mentions, members, viewerId }: WrittenMessage): string {
  const ids = idsByUsername(mentions, members, content);
  const mention = (text: string, id: string): string =>
    id === ""
      ? `<b class="mention mention--viewer">${escaped(text)}</b>`
      : `<a class="mention${id === viewerId ? " mention--viewer" : ""}" href="${escaped(peoplePaths.user(id))}">${
        escaped(`@${members[id].name}`)
      }</a>`;
  return writtenHtml(
    format,
    (text) =>
      cutMentions(text, ids).map(({ text, userId }) => userId === undefined ? escaped(text) : mention(text, userId))
        .join(""),
  );
}

/** What can be focused in it is a stop of Tab with its message only. */
export function setStops(element: HTMLElement, tabIndex = 0): void {
  for (const stop of element.querySelectorAll<HTMLElement>("a, input, [tabindex]")) stop.tabIndex = tabIndex;
}
