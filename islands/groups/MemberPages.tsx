import { memberList } from "../../server/contract/groups/limits.ts";
import { membersTexts as words } from "../../server/contract/groups/texts.ts";
import { LinkButton } from "../ui/Button.tsx";
import { intercept } from "../ui/intercept.ts";

interface Props {
  memberCount: number;
  /** From 1. */
  page: number;
  href: (page: number) => string;
  onTurn?: (page: number) => void;
}

/** Links to the pages of a group's members, where they are more than one. */
export function MemberPages({ memberCount, page, href, onTurn }: Props) {
  const pages = Math.ceil(memberCount / memberList.page);
  if (pages < 2) return null;
  const link = (to: number, text: string) => (
    <LinkButton
      href={href(to)}
      onClick={onTurn && intercept(() => onTurn(to))}
    >
      {text}
    </LinkButton>
  );
  return (
    <nav className="cluster" aria-label="Members">
      {page > 1 && link(page - 1, words.earlier)}
      <span>{words.pages(page, pages)}</span>
      {page < pages && link(page + 1, words.later)}
    </nav>
  );
}
