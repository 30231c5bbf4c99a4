import type { ReactNode } from "react";
import { isMember } from "../../../db/groups/members.ts";
import { Field } from "../../../islands/forms/Field.tsx";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { GroupImage } from "../../../islands/groups/GroupImage.tsx";
import { Avatar } from "../../../islands/ui/Avatar.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { isOpen } from "../../../server/actions/account/registration.ts";
import { acceptByLink, declineByLink, readInvitation } from "../../../server/actions/groups/invitations.ts";
import { enterByLink, readInviteLink } from "../../../server/actions/groups/invite_links.ts";
import { loginPaths } from "../../../server/contract/account/paths.ts";
import { asCode, longestTypedCode, writtenCode } from "../../../server/contract/groups/invite_codes.ts";
import { enterCodePath, invitePaths } from "../../../server/contract/groups/invite_paths.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import type { JoinPreview } from "../../../server/contract/groups/shapes.ts";
import { groupsTexts, inviteTexts as words } from "../../../server/contract/groups/texts.ts";
import { displayName } from "../../../server/contract/people/names.ts";
import { sitePaths, withNext } from "../../../server/contract/site/paths.ts";
import { asAppError } from "../../../server/errors.ts";
import { setFlash } from "../../../server/http/cookies.ts";
import { readForm, type Refusal } from "../../../server/http/form.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { secretAddress } from "../../../server/http/headers.ts";
import { logFailure } from "../../../server/http/request_log.ts";
import { type Ctx, router } from "../../../server/http/router.ts";
import { forgetPendingInvite, isPendingInvite, rememberPendingInvite } from "../../../server/http/sign_in.ts";
import { type Page, page } from "../../layout/page.tsx";
import { cardPage, PostButton } from "../../layout/parts.tsx";
import { Written } from "../../../islands/ui/Written.tsx";
import { wordsOf } from "../../../server/contract/site/written_words.ts";

export const join = router();

interface JoinPage {
  /** The address of the page, and the one that *Join* posts to, each with `:token` in it. */
  path: string;
  joinPath: string;
  read: typeof readInviteLink | typeof readInvitation;
  enter: typeof enterByLink;
  others?(token: string): ReactNode;
}

function mountJoinPage({ path, joinPath, read, enter, others }: JoinPage): void {
  async function goIn(c: Ctx, token: string) {
    const group = await enter(c.var.deps, c.var.session!.user, { token, address: c.var.address });
    forgetPendingInvite(c);
    setFlash(c, "success", words.joined(group.groupName));
    return c.redirect(groupPaths.group(group.id), 303);
  }

  join.get(path, async (c) => {
    const { deps, session } = c.var;
    const token = c.req.param("token")!;
    const code = asCode(token);
    if (code !== undefined && code !== token) return c.redirect(withToken(path, code), 303);
    try {
      // They have pressed the button here before they logged in.
      if (session && isPendingInvite(c, token)) return await goIn(c, token);
      const preview = await read(deps, token, { address: c.var.address, userId: session?.user.id });
      if (session && await isMember(deps.db, session.user.id, preview.groupId)) {
        return c.redirect(groupPaths.group(preview.groupId), 303);
      }
      const buttons: JoinButton[] = session ? ["join"] : isOpen(deps) ? ["register", "login"] : ["login"];
      const action = withToken(joinPath, token);
      return await page(c, joinPage(preview, { buttons, action, others: others?.(token) }));
    } catch (error) {
      return showRefused(c, error, token);
    }
  });

  join.post(joinPath, async (c) => {
    const { deps, session } = c.var;
    const typed = c.req.param("token")!;
    const token = asCode(typed) ?? typed;
    try {
      if (session) return await goIn(c, token);
      const { by } = await readForm(c);
      await read(deps, token, c.var);
      rememberPendingInvite(c, token);
      const to = by === "login" ? loginPaths.login : loginPaths.register;
      return c.redirect(withNext(to, withToken(path, token)), 303);
    } catch (error) {
      return showRefused(c, error, token);
    }
  });
}

const withToken = (path: string, token: string) => path.replace(":token", encodeURIComponent(token));

join.get(enterCodePath, (c) => {
  const typed = c.req.query("code");
  const code = typed === undefined ? undefined : asCode(typed);
  if (code !== undefined) return c.redirect(invitePaths.join(code), 303);
  const { noCode } = words;
  return page(c, typed === undefined ? codePage() : codePage({ typed, refusal: { status: 400, message: noCode } }));
});

mountJoinPage({ path: "/join/:token", joinPath: "/join/:token", read: readInviteLink, enter: enterByLink });

mountJoinPage({
  path: "/invitations/:token",
  joinPath: "/invitations/:token/accept",
  read: readInvitation,
  enter: acceptByLink,
  others: (token) => <Decline token={token} />,
});

mountForm(join, declineByLink, { refused: (c, refusal) => refusedPage(c as unknown as Ctx, refusal) });

type JoinButton = "join" | "register" | "login";

const buttonTexts = { join: words.join, register: words.joinNew, login: words.joinKnown };

const joinFrame = (content: ReactNode, more?: Partial<Page>): Page =>
  cardPage(
    {
      title: words.joinTitle,
      description: words.joinDescription,
      styles: ["join-page"],
      headers: secretAddress,
      preview: { title: words.joinTitle, description: words.joinDescription },
      ...more,
    },
    content,
  );

interface GroupPreview extends JoinPreview {
  groupId: string;
}

const joinPage = (
  preview: GroupPreview,
  { buttons, action, others }: { buttons: JoinButton[]; action: string; others?: ReactNode },
): Page =>
  joinFrame(
    <>
      <Preview {...preview} />
      <form method="post" action={action} className="stack">
        {buttons.map((button, n) => (
          <Button key={button} type="submit" kind={n === 0 ? "primary" : "quiet"} name="by" value={button}>
            {buttonTexts[button]}
          </Button>
        ))}
      </form>
      {others}
    </>,
    { preview: previewOf(preview) },
  );

/** Of the group alone: it is shown to people who were not invited, wherever the link is sent. */
const previewOf = ({ group: { groupName, description, format, image } }: GroupPreview): Page["preview"] => ({
  title: words.previewTitle(groupName),
  description: (format ? wordsOf(format) : description) || words.joinDescription,
  image,
});

const Preview = ({ groupId, group, invitedBy }: GroupPreview) => (
  <>
    <div className="join-group">
      <GroupImage group={{ id: groupId, ...group }} size={64} />
      <div>
        <h1 dir="auto">{group.groupName}</h1>
        <p className="muted">{groupsTexts.memberCount(group.memberCount)}</p>
      </div>
    </div>
    <Written className="join-text" text={group.description || groupsTexts.noDescription} format={group.format} />
    <p className="join-by">
      <Avatar user={invitedBy} size={32} />
      <span>{words.invitedBy(displayName(invitedBy))}</span>
    </p>
  </>
);

const Decline = ({ token }: { token: string }) => (
  <div className="join-decline">
    <PostButton kind="plain" action={invitePaths.answerByLink(token, "decline")}>{words.decline}</PostButton>
    <PostButton kind="plain" action={invitePaths.answerByLink(token, "never")}>{words.never}</PostButton>
  </div>
);

function showRefused(c: Ctx, error: unknown, typed: string) {
  const { status, message, details } = asAppError(error);
  if (status === 500) throw error;
  logFailure(c, error);
  const refusal = { status, message, headers: details.headers };
  return typed.length <= longestTypedCode ? page(c, codePage({ typed, refusal })) : refusedPage(c, refusal);
}

type CodeRefusal = Pick<Refusal, "status" | "message" | "headers">;

function codePage({ typed, refusal }: { typed?: string; refusal?: CodeRefusal } = {}): Page {
  const isMistyped = refusal !== undefined && [400, 404].includes(refusal.status);
  const code = typed && asCode(typed);
  return joinFrame(
    <>
      <h1>{words.joinTitle}</h1>
      {refusal && !isMistyped && <FormError text={refusal.message} />}
      <form action={enterCodePath} className="stack">
        <Field
          label={words.yourCode}
          name="code"
          className="input join-code"
          defaultValue={code ? writtenCode(code) : typed?.slice(0, longestTypedCode)}
          hint={words.yourCodeHint}
          error={isMistyped && refusal.message}
          maxLength={longestTypedCode}
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
          required
        />
        <Button type="submit" kind="primary">{words.goOn}</Button>
      </form>
    </>,
    { refusal },
  );
}

const refusedPage = (c: Ctx, refusal: CodeRefusal) =>
  page(
    c,
    joinFrame(
      <>
        <h1>{words.joinTitle}</h1>
        <FormError text={refusal.message} />
        <LinkButton href={sitePaths.home}>{words.toHome}</LinkButton>
      </>,
      { refusal },
    ),
  );
