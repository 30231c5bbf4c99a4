/** What the dashboard shows of a group, from the server's answer and from its own HTML. */
import type { LastMessage } from "../../server/contract/chat/shapes.ts";
import type { GroupSummary } from "../../server/contract/groups/groups.ts";
import type { CurrentBook, OverviewGroup } from "../../server/contract/site/overview.ts";
import { displayName, initials } from "../../server/contract/people/names.ts";
import type { Face } from "../../server/contract/people/users.ts";
import { clothColour } from "../ui/Avatar.tsx";

type Shown = "id" | "groupName" | "description" | "image" | "memberCount" | "unread" | "mentions";

export interface CardGroup extends Pick<GroupSummary, Shown> {
  /** Whether the viewer created it, and so may delete it. */
  isOwn: boolean;
  last: CardMessage | null;
  book: CardBook | null;
  faces: CardFace[];
  /** Of those with these faces. */
  names: string;
}

export interface CardMessage extends Pick<LastMessage, "excerpt" | "timestamp" | "veiled" | "folded"> {
  author: string;
}

export type CardBook = Pick<CurrentBook, "title" | "progress">;

/** A picture, or else initials on a colour. */
export type CardFace = { picture: string } | { initials: string; colour: string };

/** A group for its card. */
export const forCard = ({ lastMessage, ...group }: OverviewGroup): CardGroup => ({
  id: group.id,
  groupName: group.groupName,
  description: group.description,
  image: group.image,
  memberCount: group.memberCount,
  unread: group.unread,
  mentions: group.mentions,
  isOwn: group.role === "creator",
  last: lastMessage && {
    author: displayName(lastMessage),
    excerpt: lastMessage.excerpt,
    timestamp: lastMessage.timestamp,
    veiled: lastMessage.veiled,
    folded: lastMessage.folded,
  },
  book: group.book && { title: group.book.title, progress: group.book.progress },
  faces: group.faces.map(asFace),
  names: group.faces.map(displayName).join(", "),
});

const asFace = ({ profileImage, ...face }: Face): CardFace =>
  profileImage ? { picture: profileImage } : { initials: initials(displayName(face)), colour: clothColour(face.id) };

/** The groups whose cards the server rendered. */
export const readGroups = (island: HTMLElement): CardGroup[] =>
  Array.from(island.querySelectorAll<HTMLElement>(".group-card"), (card) => {
    const find = <E extends HTMLElement>(part: string) => card.querySelector<E>(`.group-card-${part}`);
    const link = find<HTMLAnchorElement>("link")!;
    return {
      id: link.pathname.split("/").at(-1)!,
      groupName: link.textContent!,
      description: find("text")!.textContent!,
      image: card.querySelector("img.group-image")?.getAttribute("src") ?? null,
      memberCount: parseInt(find("count")!.textContent!),
      unread: Number(card.dataset.unread ?? 0),
      mentions: Number(card.dataset.mentions ?? 0),
      isOwn: !find("delete")!.hasAttribute("disabled"),
      last: readMessage(find("last")),
      book: readBook(find("book")),
      faces: Array.from(find("faces")!.children, readFace),
      names: find("faces")!.title,
    };
  });

function readMessage(element: HTMLElement | null): CardMessage | null {
  if (!element) return null;
  return {
    author: element.querySelector("b")!.textContent!,
    excerpt: element.querySelector("q")?.textContent ?? "",
    timestamp: element.querySelector("time")!.dateTime,
    veiled: element.querySelector("[data-veiled]") ? true : undefined,
    folded: element.querySelector("[data-folded]") ? true : undefined,
  };
}

function readBook(element: HTMLElement | null): CardBook | null {
  if (!element) return null;
  return {
    title: element.querySelector("cite")!.textContent!,
    progress: element.querySelector("progress")!.value,
  };
}

const readFace = (element: Element): CardFace =>
  element instanceof HTMLImageElement
    ? { picture: element.getAttribute("src")! }
    : { initials: element.textContent!, colour: element.getAttribute("color")! };
