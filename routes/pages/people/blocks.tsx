/** Blocking somebody, on their profile, and taking it back, there and in the list of those who are blocked. */
import * as actions from "../../../server/actions/people/blocks.ts";
import { isBlocked } from "../../../db/people/blocks.ts";
import { Button } from "../../../islands/ui/Button.tsx";
import { blockTexts } from "../../../server/contract/people/texts.ts";
import { id } from "../../../server/contract/site/fields.ts";
import { displayName } from "../../../server/contract/people/names.ts";
import type { UserCard } from "../../../server/contract/people/users.ts";
import { flashAndRedirect, runFormAction } from "../../../server/http/form.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { type Ctx, type Env, router, type SignedInEnv } from "../../../server/http/router.ts";
import { ownPath, withNext } from "../../../server/contract/site/paths.ts";
import { peoplePaths } from "../../../server/contract/people/paths.ts";

export const blocks = router();

/** The page of the form, which its address names. */
const nextOf = <E extends Env>(c: Ctx<E>, userId: string) => ownPath(c.req.query("next")) ?? peoplePaths.user(userId);

const forms = {
  block: { act: actions.block, success: blockTexts.blocked },
  unblock: { act: actions.unblock, success: blockTexts.unblocked },
};

for (const [name, { act, success }] of Object.entries(forms)) {
  const path = `${peoplePaths.profile}/:id/${name}`;
  // For those who had to log in before posting it.
  blocks.get(path, (c) => c.redirect(nextOf(c, c.req.param("id")!), 303));
  blocks.post(path, signedInPage, async (c) => {
    const userId = c.req.param("id")!;
    const outcome = await runFormAction(c, { schema: id, fields: userId }, (id) => act(c.var.deps, c.var.user, id));
    return flashAndRedirect(c, outcome, { success, to: nextOf(c, userId) });
  });
}

/** Whether the viewer has blocked somebody, for their profile. */
export const loadBlock = (c: Ctx<SignedInEnv>, userId: string): Promise<boolean> =>
  isBlocked(c.var.deps.db, c.var.user.id, userId);

/** What a profile offers: what blocking does and the button for it. */
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

/** The same of somebody who is blocked. */
export const UnblockForm = ({ user, next }: { user: UserCard; next?: string }) => (
  <form method="post" action={withNext(peoplePaths.unblock(user.id), next)}>
    <Button type="submit" aria-label={next && blockTexts.unblockPerson(displayName(user))}>{blockTexts.unblock}</Button>
  </form>
);
