/** The pages of invite links and of mailed invitations: the group that they lead to, and the way into it. */
import type { ReactNode } from "react";
import { FormError } from "../../islands/forms/FormError.tsx";
import { GroupImage } from "../../islands/groups/GroupImage.tsx";
import { Button, LinkButton } from "../../islands/ui/Button.tsx";
import type { Invited } from "../../server/contract/invites.ts";
import { inviteTexts as words } from "../../server/contract/invite_texts.ts";
import { paths } from "../../server/contract/paths.ts";
import { displayName } from "../../server/contract/shared.ts";
import { texts } from "../../server/contract/texts.ts";
import { asAppError } from "../../server/errors.ts";
import { noStore } from "../../server/http/headers.ts";
import { logFailure } from "../../server/http/request_log.ts";
import type { Ctx } from "../../server/http/router.ts";
import { type Page, page } from "./page.tsx";

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

interface Choice {
  /** Not signed in: they choose how to be first. */
  isVisitor: boolean;
  /** Where *Join* posts to, where it is not the page's own address. */
  action?: string;
  /** What else one can answer. */
  children?: ReactNode;
}

/** The page of an invitation that is good. */
export const invitationPage = (invited: InvitedGroup, { isVisitor, action, children }: Choice): Page =>
  shown(
    <>
      <InvitedInto {...invited} />
      <form method="post" action={action} className="stack">
        {isVisitor
          ? (
            <>
              <Button type="submit" kind="primary" name="by" value="register">{words.joinNew}</Button>
              <Button type="submit" name="by" value="login">{words.joinKnown}</Button>
            </>
          )
          : <Button type="submit" kind="primary">{words.join}</Button>}
      </form>
      {children}
    </>,
  );

function InvitedInto({ groupId, group, invitedBy }: InvitedGroup) {
  return (
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
      <LinkButton href={paths.home}>{words.toHome}</LinkButton>
    </>,
  );
  return page(c, { ...content, status: failure.status, headers: { ...headers, ...failure.details.headers } });
}
