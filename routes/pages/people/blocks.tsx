/** Blocking somebody, on their profile, and unblocking them, there and in the list of blocked people. */
import { Button } from "../../../islands/ui/Button.tsx";
import { blockPerson, unblockPerson } from "../../../server/actions/people/blocks.ts";
import { displayName } from "../../../server/contract/people/names.ts";
import { peoplePaths } from "../../../server/contract/people/paths.ts";
import type { UserCard } from "../../../server/contract/people/shapes.ts";
import { blockTexts } from "../../../server/contract/people/texts.ts";
import { withNext } from "../../../server/contract/site/paths.ts";
import { mountForms } from "../../../server/http/form_door.ts";
import { router } from "../../../server/http/router.ts";

export const blocks = router();

mountForms(blocks, [blockPerson, unblockPerson]);

/** What blocking does, and the button for it. */
export const BlockForm = ({ user }: { user: UserCard }) => (
  <details className="block">
    <summary>{blockTexts.blockPerson(displayName(user))}</summary>
    <form method="post" action={peoplePaths.block(user.id)} className="stack">
      <p>{blockTexts.hint} {blockTexts.endsFriendship}</p>
      <div>
        <Button type="submit" kind="danger">{blockTexts.block}</Button>
      </div>
    </form>
  </details>
);

export const UnblockForm = ({ user, next }: { user: UserCard; next?: string }) => (
  <form method="post" action={withNext(peoplePaths.unblock(user.id), next)}>
    <Button type="submit" aria-label={next && blockTexts.unblockPerson(displayName(user))}>{blockTexts.unblock}</Button>
  </form>
);
