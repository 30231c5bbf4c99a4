/** What the viewer was notified of, and by which ways they want to be. */
import { findMailSettings } from "../../../db/notices/mail_settings.ts";
import { listNotifyLevels } from "../../../db/notices/notices.ts";
import { EmptyState } from "../../../islands/ui/EmptyState.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { IconButton } from "../../../islands/ui/IconButton.tsx";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { setMailSettings } from "../../../server/actions/notices/digests.ts";
import { listNotices, readNotices } from "../../../server/actions/notices/notices.ts";
import { type NotifyLevel, notifyLevels } from "../../../server/contract/groups/groups.ts";
import {
  MailSettingsForm,
  type Notice,
  NoticesQuery,
  NoticesReadForm,
} from "../../../server/contract/notices/notices.ts";
import { formPaths } from "../../../server/contract/form_paths.ts";
import { paths } from "../../../server/contract/paths.ts";
import { serverTexts } from "../../../server/contract/server_texts.ts";
import { texts } from "../../../server/contract/texts.ts";
import { flashAndRedirect, readForm, runFormAction } from "../../../server/http/form.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { readerLocale } from "../../../server/http/reader_locale.ts";
import { type Ctx, router, type SignedInEnv } from "../../../server/http/router.ts";
import { failures, LoadError, tryLoad } from "../../layout/LoadError.tsx";
import { MailSettingsFields } from "../../layout/MailSettingsFields.tsx";
import { page } from "../../layout/page.tsx";

export const notices = router();

type C = Ctx<SignedInEnv>;

notices.get(paths.notices, signedInPage, async (c) => {
  const { before } = NoticesQuery.catch({}).parse(c.req.query());
  const loaded = await tryLoad(c, () => load(c, before));
  return await page(c, {
    title: texts.notices.title,
    description: serverTexts.descriptions.notices,
    width: "wide",
    styles: ["notices-page"],
    toasts: failures(!loaded && serverTexts.notices.loadFailed),
    body: (
      <div className="notices-page">
        {loaded
          ? <Loaded c={c} {...loaded} />
          : <LoadError text={serverTexts.notices.loadFailed} again={paths.notices} />}
      </div>
    ),
  });
});

async function load(c: C, before?: string) {
  const { deps, user } = c.var;
  const [list, mail, groups] = await Promise.all([
    listNotices(deps, user, { before }),
    findMailSettings(deps.db, user.id),
    listNotifyLevels(deps.db, user.id),
  ]);
  return { list, mail, groups };
}

function Loaded({ c, list: { notices, unread, hasMore }, mail, groups }: { c: C } & Awaited<ReturnType<typeof load>>) {
  const format = timeFormatter(readerLocale(c));
  return (
    <>
      <section className="stack">
        <div className="page-head">
          <h1>{texts.notices.title}</h1>
          {unread > 0 && (
            <form method="post" action={formPaths.readNotices} data-read-notices>
              <Button type="submit">{texts.notices.markAllRead}</Button>
            </form>
          )}
        </div>
        {notices.length === 0
          ? (
            <EmptyState picture="messages" text={texts.notices.empty}>
              <p className="muted">{serverTexts.notices.emptyHint}</p>
            </EmptyState>
          )
          : (
            <ol className="notices">
              {notices.map((notice) => <Item key={notice.id} notice={notice} format={format} />)}
            </ol>
          )}
        {hasMore && (
          <div>
            <LinkButton href={formPaths.noticesBefore(notices.at(-1)!.id)}>{serverTexts.notices.older}</LinkButton>
          </div>
        )}
      </section>
      <div className="notice-settings">
        <section className="card stack" aria-labelledby="push-title">
          <h2 id="push-title">{serverTexts.push.title}</h2>
          <div className="stack" data-push>
            <noscript>
              <p className="muted">{serverTexts.push.noScript}</p>
            </noscript>
          </div>
        </section>
        <section className="card stack" aria-labelledby="mail-title">
          <h2 id="mail-title">{serverTexts.mailSettings.title}</h2>
          <form method="post" action={formPaths.mailSettings} className="stack">
            <MailSettingsFields {...mail} />
            <p className="muted">{serverTexts.mailSettings.hint}</p>
            <div>
              <Button type="submit">{serverTexts.mailSettings.save}</Button>
            </div>
          </form>
        </section>
        <section className="card stack" aria-labelledby="levels-title">
          <h2 id="levels-title">{serverTexts.notices.groupsTitle}</h2>
          <p className="muted">{groups.length > 0 ? serverTexts.notices.groupsHint : serverTexts.notices.noGroups}</p>
          {groups.map((group) => <LevelForm key={group.id} {...group} />)}
        </section>
      </div>
    </>
  );
}

function Item({ notice, format }: { notice: Notice; format: ReturnType<typeof timeFormatter> }) {
  const { id, text, url, createdAt, readAt } = notice;
  return (
    <li className="notice-item" data-unread={readAt === null ? "" : undefined}>
      <a className="notice-link" href={url} data-notice={id}>
        <span>
          {readAt === null && <span className="visually-hidden">{`${serverTexts.notices.isUnread}: `}</span>}
          {text}
        </span>
        <time className="notice-time" dateTime={createdAt} title={format.full(createdAt)}>
          {`${format.day(createdAt)}, ${format.time(createdAt)}`}
        </time>
      </a>
      {readAt === null && (
        <form method="post" action={formPaths.readNotices} data-read-notices>
          <input type="hidden" name="id" value={id} />
          <IconButton type="submit" icon="check" label={`${serverTexts.notices.markRead}: ${text}`} />
        </form>
      )}
    </li>
  );
}

function LevelForm({ id, groupName, level }: { id: string; groupName: string; level: NotifyLevel }) {
  return (
    <form method="post" action={formPaths.notify(id)} data-level={id}>
      <label className="notice-level">
        <span className="notice-group">{groupName}</span>
        <select className="input" name="level" defaultValue={level} aria-label={serverTexts.notices.levelOf(groupName)}>
          {notifyLevels.map((level) => <option key={level} value={level}>{serverTexts.notices.levels[level]}</option>)}
        </select>
      </label>
      <Button type="submit" aria-label={`${serverTexts.notices.save}: ${groupName}`}>{serverTexts.notices.save}</Button>
    </form>
  );
}

/** Redirects a GET of a form's address to its page. */
const backToPage = (c: Ctx) => c.redirect(paths.notices, 303);

notices.get(formPaths.readNotices, backToPage);

notices.post(formPaths.readNotices, signedInPage, async (c) => {
  const fields = await readForm(c);
  const read = (which: string[] | "all") => readNotices(c.var.deps, c.var.user, which);
  const outcome = await runFormAction(c, { schema: NoticesReadForm, fields }, read);
  return flashAndRedirect(c, outcome, {
    success: serverTexts.notices.marked,
    failed: texts.notices.readFailed,
    to: paths.notices,
  });
});

notices.get(formPaths.mailSettings, backToPage);

notices.post(formPaths.mailSettings, signedInPage, async (c) => {
  const save = (settings: { mentions: boolean; digest: boolean }) =>
    setMailSettings(c.var.deps, c.var.user.id, settings);
  const outcome = await runFormAction(c, { schema: MailSettingsForm, fields: await readForm(c) }, save);
  return flashAndRedirect(c, outcome, {
    success: serverTexts.mailSettings.saved,
    failed: texts.mailSettings.saveFailed,
    to: paths.notices,
  });
});
