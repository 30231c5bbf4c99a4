import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { accountTexts as words } from "../../../server/contract/account/texts.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import { listBlocked } from "../../../db/people/blocks.ts";
import { Avatar } from "../../../islands/ui/Avatar.tsx";
import { blockTexts } from "../../../server/contract/people/texts.ts";
import { displayName } from "../../../server/contract/people/names.ts";
import { UnblockForm } from "../people/blocks.tsx";
import { peoplePaths } from "../../../server/contract/people/paths.ts";
import type { Ctx, SignedInEnv } from "../../../server/http/router.ts";
import type { Section } from "../../layout/sections.tsx";

export const privacySection: Section<Ctx<SignedInEnv>> = {
  id: "privacy",
  title: words.privacy,
  content: (c) => (
    <form method="post" action={accountPaths.privacy} className="stack">
      <label className="account-choice">
        <input type="checkbox" name="emailVisible" defaultChecked={c.var.user.emailVisible} />
        {words.emailVisible}
      </label>
      <p className="muted">{words.emailVisibleHint}</p>
      <div>
        <Button type="submit">{words.save}</Button>
      </div>
    </form>
  ),
};

export const blockedSection: Section<Ctx<SignedInEnv>> = {
  id: "blocked",
  title: blockTexts.title,
  async content(c) {
    const { rows: people, hasMore } = await listBlocked(c.var.deps.db, c.var.user.id, c.req.query("blockedAfter"));
    if (people.length === 0) return <p className="muted">{blockTexts.none}</p>;
    return (
      <>
        <p className="muted">{blockTexts.hint}</p>
        <ul className="blocked">
          {people.map((user) => (
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
            <LinkButton href={peoplePaths.blockedAfter(people.at(-1)!.id)}>{blockTexts.more}</LinkButton>
          </div>
        )}
      </>
    );
  },
};
