import { listBlocked } from "../../../db/people/blocks.ts";
import { Avatar } from "../../../islands/ui/Avatar.tsx";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { blockTexts } from "../../../server/contract/people/texts.ts";
import { displayName } from "../../../server/contract/people/names.ts";
import { UnblockForm } from "../people/blocks.tsx";
import type { AccountSection } from "./section.ts";
import { peoplePaths } from "../../../server/contract/people/paths.ts";

/** Whom the viewer has blocked. */
export const blockedSection: AccountSection = {
  id: "blocked",
  title: blockTexts.title,
  async content(c) {
    const { rows: shown, hasMore } = await listBlocked(c.var.deps.db, c.var.user.id, c.req.query("blockedAfter"));
    if (shown.length === 0) return <p className="muted">{blockTexts.none}</p>;
    return (
      <>
        <p className="muted">{blockTexts.hint}</p>
        <ul className="blocked">
          {shown.map((user) => (
            <li key={user.id} className="blocked-person">
              <Avatar user={user} size={40} />
              <a className="blocked-name" href={peoplePaths.user(user.id)}>
                <bdi>{displayName(user)}</bdi>
              </a>
              <UnblockForm user={user} next={peoplePaths.blocked} />
            </li>
          ))}
        </ul>
        {hasMore && (
          <div>
            <LinkButton href={peoplePaths.blockedAfter(shown.at(-1)!.id)}>{blockTexts.more}</LinkButton>
          </div>
        )}
      </>
    );
  },
};
