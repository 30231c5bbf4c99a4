import { findNoticeSettings } from "../../../db/notices/mail_settings.ts";
import { listNotices, listNotifyLevels } from "../../../db/notices/notices.ts";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { EmptyState } from "../../../islands/ui/EmptyState.tsx";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { calendarAddress, renewCalendar, revokeCalendar } from "../../../server/actions/groups/calendars.ts";
import {
  chooseMails,
  chooseMailsByLink,
  chooseReminders,
  findByMailLink,
  setMailSettings,
} from "../../../server/actions/notices/mail_settings.ts";
import { markNoticesRead } from "../../../server/actions/notices/notices.ts";
import { chatPaths } from "../../../server/contract/chat/paths.ts";
import { type NotifyLevel, notifyLevels } from "../../../server/contract/groups/shapes.ts";
import { noticePaths } from "../../../server/contract/notices/paths.ts";
import { type MailSettings, NoticesQuery } from "../../../server/contract/notices/shapes.ts";
import {
  mailSettingsServerTexts,
  noticesServerTexts,
  noticesTexts,
  pushServerTexts,
} from "../../../server/contract/notices/texts.ts";
import { descriptions } from "../../../server/contract/site/texts.ts";
import { NotFound } from "../../../server/errors.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import { mountForms } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { type Ctx, router } from "../../../server/http/router.ts";
import { limitCalls } from "../../../server/rate_limits.ts";
import { type C, failures, LoadError, page, tryLoad } from "../../layout/page.tsx";
import { cardPage, LinkRow, PostButton, Submit } from "../../layout/parts.tsx";
import { CalendarSettings } from "./calendar_settings.tsx";
import { BellList, NoticesByNews, PushSettings, ReadAll } from "./notice_list.tsx";

export const notices = router();

notices.get(noticePaths.notices, signedInPage, async (c) => {
  const { before } = NoticesQuery.catch({}).parse(c.req.query());
  const loaded = await tryLoad(c, () => load(c, before));
  return await page(c, {
    title: noticesTexts.title,
    description: descriptions.notices,
    width: "wide",
    styles: ["notices-page"],
    toasts: failures(!loaded && noticesServerTexts.loadFailed),
    body: (
      <div className="notices-page">
        {loaded
          ? <Loaded c={c} {...loaded} />
          : <LoadError text={noticesServerTexts.loadFailed} href={noticePaths.notices} />}
      </div>
    ),
  });
});

async function load(c: C, before?: string) {
  const { deps: { db }, user } = c.var;
  const [list, settings, groups] = await Promise.all([
    listNotices(db, user.id, { before }),
    findNoticeSettings(db, user.id),
    listNotifyLevels(db, user.id),
  ]);
  return { list, settings, groups };
}

function Loaded({ c, list, settings, groups }: { c: C } & Awaited<ReturnType<typeof load>>) {
  const { notices, unread, hasMore } = list;
  const { mail, reminders, calendarToken } = settings;
  const format = timeFormatter(readerLocale(c));
  const isGuest = Boolean(c.var.session.guestUntil);
  return (
    <>
      <section className="stack">
        <div className="page-head">
          <h1>{noticesTexts.title}</h1>
          {unread > 0 && <ReadAll />}
        </div>
        {notices.length === 0
          ? (
            <EmptyState picture="messages" text={noticesServerTexts.empty}>
              <p className="muted">{noticesServerTexts.emptyHint}</p>
            </EmptyState>
          )
          : <NoticesByNews notices={notices} format={format} />}
        {hasMore && <LinkRow href={noticePaths.noticesBefore(notices.at(-1)!.id)}>{noticesServerTexts.older}</LinkRow>}
      </section>
      <div className="notice-side">
        <details className="card fold notice-fold">
          <summary>{noticesServerTexts.settings}</summary>
          <div className="notice-settings">
            {!isGuest && (
              <section className="stack" aria-labelledby="mail-title">
                <h2 id="mail-title">{mailSettingsServerTexts.title}</h2>
                {c.var.user.email === null ? <p className="muted">{mailSettingsServerTexts.noEmail}</p> : (
                  <form
                    method="post"
                    action={noticePaths.mailSettings}
                    className="notice-mails"
                    data-mails={mailSettingsServerTexts.saved}
                  >
                    <MailSettingsFields {...mail} />
                    <p className="muted">{mailSettingsServerTexts.hint}</p>
                    <Button type="submit">{mailSettingsServerTexts.save}</Button>
                  </form>
                )}
              </section>
            )}
            <section className="stack" aria-labelledby="levels-title">
              <h2 id="levels-title">{noticesServerTexts.groupsTitle}</h2>
              <p className="muted">{groups.length > 0 ? noticesServerTexts.groupsHint : noticesServerTexts.noGroups}</p>
              <div className="notice-levels">{groups.map((group) => <LevelForm key={group.id} {...group} />)}</div>
            </section>
          </div>
        </details>
        {!isGuest && (
          <CalendarSettings
            url={calendarToken && calendarAddress(c.var.deps, calendarToken)}
            reminders={reminders}
            isOpen={c.req.query("show") === "calendar"}
          />
        )}
        {/* Last: what a script shows of it moves nothing. */}
        {!isGuest && (
          <section className="card stack" aria-labelledby="push-title">
            <h2 id="push-title">{pushServerTexts.title}</h2>
            <noscript>
              <p className="muted">{pushServerTexts.noScript}</p>
            </noscript>
            <PushSettings />
          </section>
        )}
      </div>
      <BellList notices={notices} unread={unread} format={format} />
    </>
  );
}

const LevelForm = ({ id, groupName, level }: { id: string; groupName: string; level: NotifyLevel }) => (
  <form method="post" action={chatPaths.notify(id)} data-level={id}>
    <label className="notice-level">
      <span className="notice-group">{groupName}</span>
      <select className="input" name="level" defaultValue={level} aria-label={noticesServerTexts.levelOf(groupName)}>
        {notifyLevels.map((level) => <option key={level} value={level}>{noticesServerTexts.levels[level]}</option>)}
      </select>
    </label>
    <Button type="submit" aria-label={`${noticesServerTexts.save}: ${groupName}`}>{noticesServerTexts.save}</Button>
  </form>
);

mountForms(notices, [markNoticesRead, chooseMails, chooseMailsByLink, chooseReminders, renewCalendar, revokeCalendar]);

/** The token is in the query, which no log has. Opening the link changes nothing: programs open links too. */
const tokenOf = (c: Ctx): string => c.req.query("token") ?? "";

notices.get(noticePaths.unsubscribe, async (c) => {
  const token = tokenOf(c);
  const settings = await findByMailLink(c.var.deps, token).catch((error) => {
    if (error instanceof NotFound) return undefined;
    throw error;
  });
  const form = settings && (
    <>
      <form method="post" action={noticePaths.unsubscribeSettingsBy(token)} className="stack">
        <MailSettingsFields {...settings} />
        <Submit kind="primary">{mailSettingsServerTexts.save}</Submit>
      </form>
      <PostButton action={noticePaths.unsubscribeSettingsBy(token)}>
        {mailSettingsServerTexts.unsubscribeAll}
      </PostButton>
    </>
  );
  const title = mailSettingsServerTexts.pageTitle;
  const head = { title, description: descriptions.mailSettings, styles: ["auth-pages", "notices-page"] } as const;
  const content = cardPage(
    head,
    <>
      <h1>{title}</h1>
      {form ?? <FormError text={mailSettingsServerTexts.invalidLink} />}
    </>,
  );
  return await page(c, { ...content, status: settings ? 200 : 404 });
});

/** RFC 8058: without cookies, from anywhere, so that it stands before what looks at sessions and origins. */
export const oneClickUnsubscribe = router();

oneClickUnsubscribe.post(noticePaths.unsubscribe, async (c) => {
  const { deps, address } = c.var;
  await limitCalls(deps.limiter, { address });
  const { userId } = await findByMailLink(deps, tokenOf(c));
  await setMailSettings(deps, userId, { mentions: false, digest: false });
  return c.text(mailSettingsServerTexts.unsubscribed);
});

const MailSettingsFields = ({ mentions, digest }: MailSettings) => (
  <>
    <label className="notice-choice">
      <input type="checkbox" name="mentions" defaultChecked={mentions} />
      {mailSettingsServerTexts.mentions}
    </label>
    <label className="notice-choice">
      <input type="checkbox" name="digest" defaultChecked={digest} />
      {mailSettingsServerTexts.digest}
    </label>
  </>
);
