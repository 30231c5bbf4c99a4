/** The page of an invite link: the group that it leads to, and the way into it. */
import { FormError } from "../../islands/forms/FormError.tsx";
import { GroupImage } from "../../islands/groups/GroupImage.tsx";
import { Button, LinkButton } from "../../islands/ui/Button.tsx";
import type { FoundInvite } from "../../db/invites.ts";
import { isMember } from "../../db/groups.ts";
import { joinByInvite, readInvite } from "../../server/actions/invites.ts";
import { inviteTexts as words } from "../../server/contract/invite_texts.ts";
import { paths, withNext } from "../../server/contract/paths.ts";
import { displayName } from "../../server/contract/shared.ts";
import { texts } from "../../server/contract/texts.ts";
import { asAppError } from "../../server/errors.ts";
import { setFlash } from "../../server/http/flash.ts";
import { readForm } from "../../server/http/form.ts";
import { forgetJoining, rememberJoining, wantsToJoin } from "../../server/http/joining.ts";
import { logFailure } from "../../server/http/request_log.ts";
import { type Ctx, router } from "../../server/http/router.ts";
import { type Page, page } from "../layout/page.tsx";

export const join = router();

/** Of an address that lets in whoever has it. */
const headers = { "Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" };

const shown = (body: Page["body"]): Page => ({
  title: words.joinTitle,
  description: words.joinDescription,
  width: "narrow",
  styles: ["join-page"],
  headers,
  body: <div className="card bookplate stack">{body}</div>,
});

const invited = ({ groupId, group, invitedBy }: FoundInvite, isVisitor: boolean): Page =>
  shown(
    <>
      <div className="join-group">
        <GroupImage group={{ id: groupId, ...group }} size={64} />
        <div>
          <h1 dir="auto">{group.groupName}</h1>
          <p className="muted">{texts.groups.memberCount(group.memberCount)}</p>
        </div>
      </div>
      <p className="join-text" dir="auto">{group.description || texts.groups.noDescription}</p>
      <p>{words.invitedBy(displayName(invitedBy))}</p>
      <form method="post" className="stack">
        {isVisitor
          ? (
            <>
              <Button type="submit" kind="primary" name="by" value="register">{words.joinNew}</Button>
              <Button type="submit" name="by" value="login">{words.joinKnown}</Button>
            </>
          )
          : <Button type="submit" kind="primary">{words.join}</Button>}
      </form>
    </>,
  );

/** A link that leads nowhere any more, and why. */
function refused(c: Ctx, error: unknown) {
  const failure = asAppError(error);
  if (failure.status === 500) throw error;
  logFailure(c, error);
  const content = shown(
    <>
      <h1>{words.joinTitle}</h1>
      <FormError text={failure.message} />
      <LinkButton href={paths.home}>{words.toHome}</LinkButton>
    </>,
  );
  return page(c, { ...content, status: failure.status, headers: { ...headers, ...failure.details.headers } });
}

async function enter(c: Ctx, token: string) {
  const { deps, session, address } = c.var;
  const group = await joinByInvite(deps, session!.user, token, { address });
  forgetJoining(c);
  setFlash(c, "success", words.joined(group.groupName));
  return c.redirect(paths.group(group.id), 303);
}

join.get("/join/:token", async (c) => {
  const { deps, session } = c.var;
  const token = c.req.param("token");
  try {
    // They have pressed the button here before they signed in.
    if (session && wantsToJoin(c, token)) return await enter(c, token);
    const invite = await readInvite(deps, token, c.var);
    if (session && await isMember(deps.db, session.user.id, invite.groupId)) {
      return c.redirect(paths.group(invite.groupId), 303);
    }
    return await page(c, invited(invite, !session));
  } catch (error) {
    return refused(c, error);
  }
});

join.post("/join/:token", async (c) => {
  const token = c.req.param("token");
  try {
    if (c.var.session) return await enter(c, token);
    const { by } = await readForm(c);
    await readInvite(c.var.deps, token, c.var);
    rememberJoining(c, token);
    return c.redirect(withNext(by === "login" ? paths.login : paths.register, paths.join(token)), 303);
  } catch (error) {
    return refused(c, error);
  }
});
