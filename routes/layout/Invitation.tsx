/** The pages of invite links and of mailed invitations: the group that they lead to, and the way into it. */
import type { Hono } from "hono";
import type { ReactNode } from "react";
import { isMember } from "../../db/groups/groups.ts";
import { FormError } from "../../islands/forms/FormError.tsx";
import { GroupImage } from "../../islands/groups/GroupImage.tsx";
import { Button, LinkButton } from "../../islands/ui/Button.tsx";
import { isOpen } from "../../server/actions/account/registration.ts";
import type { Group } from "../../server/contract/groups/groups.ts";
import type { Invited } from "../../server/contract/groups/invites.ts";
import { groupsTexts, inviteTexts as words } from "../../server/contract/groups/texts.ts";
import { displayName } from "../../server/contract/people/names.ts";
import { asAppError } from "../../server/errors.ts";
import { setFlash } from "../../server/http/flash.ts";
import { readForm } from "../../server/http/form.ts";
import { forgetJoining, rememberJoining, wantsToJoin } from "../../server/http/joining.ts";
import { noStore } from "../../server/http/headers.ts";
import { logFailure } from "../../server/http/request_log.ts";
import type { Ctx, Env } from "../../server/http/router.ts";
import { type Page, page } from "./page.tsx";
import { sitePaths, withNext } from "../../server/contract/site/paths.ts";
import { groupPaths } from "../../server/contract/groups/paths.ts";
import { accountPaths } from "../../server/contract/account/paths.ts";

/** Of an address that lets in whoever has it. */
const headers = { ...noStore, "X-Robots-Tag": "noindex" };

const shown = (body: ReactNode): Page => ({
  title: words.joinTitle,
  description: words.joinDescription,
  width: "narrow",
  styles: ["join-page"],
  headers,
  body: <div className="card bookplate stack">{body}</div>,
});

interface InvitedGroup extends Invited {
  groupId: string;
}

interface Doors {
  /** The address of the page, and the one that *Join* posts to, each with `:token` in it. */
  path: string;
  joinPath: string;
  /** What the token invites to. @throws NotFound, Gone where it is not good */
  read(c: Ctx, token: string): Promise<InvitedGroup>;
  /** Lets whoever is signed in into the group. */
  enter(c: Ctx, token: string): Promise<Group>;
  /** What else one can answer. */
  others?(token: string): ReactNode;
}

/** The page of an invitation, and what its *Join* posts to: a visitor signs in or up first, and comes back. */
export function mountInvitation(routes: Hono<Env>, { path, joinPath, read, enter, others }: Doors): void {
  const goIn = async (c: Ctx, token: string) => {
    const group = await enter(c, token);
    forgetJoining(c);
    setFlash(c, "success", words.joined(group.groupName));
    return c.redirect(groupPaths.group(group.id), 303);
  };

  routes.get(path, async (c) => {
    const { deps, session } = c.var;
    const token = c.req.param("token")!;
    try {
      // They have pressed the button here before they signed in.
      if (session && wantsToJoin(c, token)) return await goIn(c, token);
      const invited = await read(c, token);
      if (session && await isMember(deps.db, session.user.id, invited.groupId)) {
        return c.redirect(groupPaths.group(invited.groupId), 303);
      }
      const ways: Way[] = session ? ["join"] : isOpen(deps) ? ["register", "login"] : ["login"];
      return await page(
        c,
        invitationPage(invited, { ways, action: withToken(joinPath, token), others: others?.(token) }),
      );
    } catch (error) {
      return refusedInvitation(c, error);
    }
  });

  routes.post(joinPath, async (c) => {
    const token = c.req.param("token")!;
    try {
      if (c.var.session) return await goIn(c, token);
      const { by } = await readForm(c);
      await read(c, token);
      rememberJoining(c, token);
      return c.redirect(
        withNext(by === "login" ? accountPaths.login : accountPaths.register, withToken(path, token)),
        303,
      );
    } catch (error) {
      return refusedInvitation(c, error);
    }
  });
}

const withToken = (path: string, token: string) => path.replace(":token", encodeURIComponent(token));

/** How one joins: at once, or after having signed up or in. */
type Way = "join" | "register" | "login";

const wayTexts = { join: words.join, register: words.joinNew, login: words.joinKnown };

/** The page of an invitation that is good. */
const invitationPage = (
  invited: InvitedGroup,
  { ways, action, others }: { ways: Way[]; action: string; others?: ReactNode },
): Page =>
  shown(
    <>
      <InvitedInto {...invited} />
      <form method="post" action={action} className="stack">
        {ways.map((way, n) => (
          <Button key={way} type="submit" kind={n === 0 ? "primary" : "quiet"} name="by" value={way}>
            {wayTexts[way]}
          </Button>
        ))}
      </form>
      {others}
    </>,
  );

function InvitedInto({ groupId, group, invitedBy }: InvitedGroup) {
  return (
    <>
      <div className="join-group">
        <GroupImage group={{ id: groupId, ...group }} size={64} />
        <div>
          <h1 dir="auto">{group.groupName}</h1>
          <p className="muted">{groupsTexts.memberCount(group.memberCount)}</p>
        </div>
      </div>
      <p className="join-text" dir="auto">{group.description || groupsTexts.noDescription}</p>
      <p>{words.invitedBy(displayName(invitedBy))}</p>
    </>
  );
}

/** The page of an invitation that leads nowhere, or not any more, and why. Failures of the server are thrown. */
export function refusedInvitation(c: Ctx, error: unknown) {
  const failure = asAppError(error);
  if (failure.status === 500) throw error;
  logFailure(c, error);
  const content = shown(
    <>
      <h1>{words.joinTitle}</h1>
      <FormError text={failure.message} />
      <LinkButton href={sitePaths.home}>{words.toHome}</LinkButton>
    </>,
  );
  return page(c, { ...content, status: failure.status, headers: { ...headers, ...failure.details.headers } });
}
