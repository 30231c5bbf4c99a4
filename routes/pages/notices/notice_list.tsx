import { Button, IconButton, LinkButton } from "../../../islands/ui/Button.tsx";
import type { TimeFormatter } from "../../../islands/ui/time_format.ts";
import { notices as limits } from "../../../server/contract/notices/limits.ts";
import { noticePaths } from "../../../server/contract/notices/paths.ts";
import type { Notice } from "../../../server/contract/notices/shapes.ts";
import { noticesServerTexts, noticesTexts, pushServerTexts } from "../../../server/contract/notices/texts.ts";

interface ListProps {
  notices: Notice[];
  format: TimeFormatter;
  hasForms?: boolean;
}

export const NoticeList = ({ notices, format, hasForms = true }: ListProps) => (
  <ol className="notices">
    {notices.map(({ id, text, url, createdAt, readAt }) => (
      <li key={id} className="notice-item" data-unread={readAt === null ? "" : undefined}>
        <a className="notice-link" href={url} data-notice={id}>
          <span>
            {readAt === null && <span className="visually-hidden">{`${noticesServerTexts.isUnread}: `}</span>}
            {text}
          </span>
          <time className="notice-time" dateTime={createdAt} title={format.full(createdAt)}>
            {`${format.day(createdAt)}, ${format.time(createdAt)}`}
          </time>
        </a>
        {hasForms && readAt === null && <ReadForm id={id} text={text} />}
      </li>
    ))}
  </ol>
);

const ReadForm = ({ id, text }: Pick<Notice, "id" | "text">) => (
  <form method="post" action={noticePaths.readNotices} data-read-notices>
    <input type="hidden" name="id" value={id} />
    <IconButton type="submit" icon="check" label={`${noticesServerTexts.markRead}: ${text}`} />
  </form>
);

export const ReadAll = () => (
  <form method="post" action={noticePaths.readNotices} data-read-notices>
    <Button type="submit">{noticesTexts.markAllRead}</Button>
  </form>
);

/** What the bell of any page opens: its script fetches the page of notices and takes it from there. */
export const BellList = ({ notices, unread, format }: ListProps & { unread: number }) => (
  <template id="bell-list">
    <div className="bell-list" popover="auto" role="dialog" aria-label={noticesTexts.title}>
      <div className="bell-items">
        <div className="bell-head">
          <h2>{noticesTexts.title}</h2>
          {unread > 0 && <ReadAll />}
        </div>
        {notices.length === 0
          ? <p className="muted">{noticesServerTexts.empty}</p>
          : <NoticeList notices={notices.slice(0, limits.inBell)} format={format} hasForms={false} />}
      </div>
      <div className="bell-footer">
        <PushSettings />
        <LinkButton href={noticePaths.notices}>{noticesServerTexts.seeAll}</LinkButton>
      </div>
    </div>
  </template>
);

/** Whether this device shows notifications: a script knows, and shows the parts of that state. */
export const PushSettings = () => (
  <div className="stack" data-push>
    <p className="muted" data-push-state="unsupported" hidden>{pushServerTexts.unsupported}</p>
    <p className="muted" data-push-state="blocked" hidden>{pushServerTexts.blocked}</p>
    <p className="muted" data-push-state="on" hidden>{pushServerTexts.on}</p>
    <Button data-push-state="on" hidden>{pushServerTexts.stop}</Button>
    <Button data-push-state="off" hidden>{pushServerTexts.notifyMe}</Button>
    <p className="muted" data-push-state="off" hidden>{pushServerTexts.hint}</p>
  </div>
);
