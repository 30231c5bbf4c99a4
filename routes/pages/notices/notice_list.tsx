import { Avatar } from "../../../islands/ui/Avatar.tsx";
import { Button, IconButton, LinkButton } from "../../../islands/ui/Button.tsx";
import { Icon, type IconName } from "../../../islands/ui/Icon.tsx";
import type { TimeFormatter } from "../../../islands/ui/time_format.ts";
import { notices as limits } from "../../../server/contract/notices/limits.ts";
import { noticePaths } from "../../../server/contract/notices/paths.ts";
import type { Notice, NoticeKind } from "../../../server/contract/notices/shapes.ts";
import { noticesServerTexts, noticesTexts, pushServerTexts } from "../../../server/contract/notices/texts.ts";

interface ListProps {
  notices: Notice[];
  format: TimeFormatter;
  hasForms?: boolean;
}

export const NoticeList = ({ notices, format, hasForms = true }: ListProps) => (
  <ol className="notices">
    {notices.map(({ id, kind, text, url, actor, excerpt, createdAt, readAt }) => (
      <li key={id} className="notice-item" data-unread={readAt === null ? "" : undefined}>
        <a className="notice-link" href={url} data-notice={id}>
          <span className="notice-face">
            {actor ? <Avatar user={actor} /> : <Icon name={icons[kind] ?? "bell"} />}
          </span>
          <span className="notice-text">
            {readAt === null && <span className="visually-hidden">{`${noticesServerTexts.isUnread}: `}</span>}
            {text}
          </span>
          {excerpt && <span className="notice-excerpt" dir="auto">{excerpt}</span>}
          <time className="notice-time" dateTime={createdAt} title={format.full(createdAt)}>
            {`${format.day(createdAt)}, ${format.time(createdAt)}`}
          </time>
        </a>
        {hasForms && readAt === null && <ReadForm id={id} text={text} />}
      </li>
    ))}
  </ol>
);

/** In place of a face. */
const icons: Partial<Record<NoticeKind, IconName>> = {
  mention: "chat",
  reply: "reply",
  friendRequest: "user-plus",
  friendAccepted: "users",
  addedToGroup: "users",
  invited: "mail",
  bookFinished: "book",
  plan: "book",
  report: "flag",
  overviewAsked: "users",
};

/** On their page: what is new stands above what was read, under headings where there is both. */
export function NoticesByNews({ notices, format }: ListProps) {
  const [unread, read] = [true, false].map((isNew) => notices.filter(({ readAt }) => (readAt === null) === isNew));
  if (unread.length === 0 || read.length === 0) return <NoticeList notices={notices} format={format} />;
  return (
    <>
      <h2 className="notices-part">{noticesServerTexts.newOnes}</h2>
      <NoticeList notices={unread} format={format} />
      <h2 className="notices-part">{noticesServerTexts.earlier}</h2>
      <NoticeList notices={read} format={format} />
    </>
  );
}

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
