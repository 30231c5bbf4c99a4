import { listBeyondPanel, listPanel } from "../../../db/books/panel.ts";
import { findPins, listMessages } from "../../../db/chat/messages.ts";
import { findThread } from "../../../db/chat/threads.ts";
import type { FirstSteps } from "../../../db/groups/groups.ts";
import { listBlockedIn } from "../../../db/people/blocks.ts";
import type { FailedBooksForm } from "../../../islands/BookParts.tsx";
import { Chat } from "../../../islands/Chat.tsx";
import { PinBar } from "./pin_bar.tsx";
import { MessageForms } from "./message_forms.tsx";
import { quoteOf } from "../../../islands/chat/state/changes.ts";
import { storageOf } from "../../../server/actions/chat/files.ts";
import { type AnchorBook, asAnchorBook } from "../../../server/contract/chat/anchors.ts";
import * as chatLimits from "../../../server/contract/chat/limits.ts";
import { everyone } from "../../../server/contract/chat/mentions.ts";
import { chatPaths } from "../../../server/contract/chat/paths.ts";
import { marksOf, toPage } from "../../../server/contract/chat/page_message.ts";
import {
  type Anchor,
  ChatPlace,
  type Message,
  type MessagePage,
  NewAnchor,
} from "../../../server/contract/chat/shapes.ts";
import { chatServerTexts } from "../../../server/contract/chat/texts.ts";
import { ownTexts } from "../../../server/contract/groups/kind_texts.ts";
import type { Group } from "../../../server/contract/groups/shapes.ts";
import { clampPage } from "../../../server/contract/reading/pages.ts";
import type { StyleName } from "../../../server/contract/site/assets.ts";
import { isClosed, readerLocale } from "../../../server/http/cookies.ts";
import { formKeyFor } from "../../../server/http/form.ts";
import { parse } from "../../../server/http/validate.ts";
import { DrawnPreviewButton } from "../../layout/DrawnPreviewButton.tsx";
import { Island } from "../../layout/Island.tsx";
import { type C, type FailedForm, failures, type TabContent, tryLoad } from "../../layout/page.tsx";
import { booksPanel, type PanelBooks } from "../books/books_panel.tsx";
import { WithFirstSteps } from "../groups/first_steps.tsx";
import { WithDemoStep } from "./demo_step.tsx";
import { finderPage } from "./finder_page.tsx";
import { leavesOutMembers, membersFor } from "./members.ts";
import type { ReactNode } from "react";
import { Timer, timerChatId } from "../../../islands/Timer.tsx";
import { findTimer } from "../../../server/actions/reading/timers.ts";
import type { TimerState } from "../../../server/contract/reading/shapes.ts";

export interface FailedGroupForm extends FailedForm {
  message?: { typed: string; clientId?: string };
  books?: FailedBooksForm;
}

interface Shown {
  steps?: FirstSteps;
  mayAddBooks?: boolean;
  mayMentionAll?: boolean;
  /** A conversation in which they cannot write. */
  readOnly?: boolean;
  failed?: FailedGroupForm;
}

export async function chatTab(
  c: C,
  group: Group,
  { steps, mayAddBooks, mayMentionAll, readOnly, failed }: Shown,
): Promise<TabContent> {
  const formKey = formKeyFor(failed?.sent);
  const loading = tryLoad(c, () => readPanel(c, group.id));
  const named = loading.then((panel) => panel && [...panel.books.map(asAnchorBook), ...panel.rest ?? []]);
  const finder = finderPage(c, group, named);
  const [chat, books, withTimer] = await Promise.all([
    finder ?? conversation(c, group, { books: named, formKey, mayMentionAll, readOnly, failed }),
    booksPanel(c, group, { panel: loading, mayAdd: mayAddBooks, formKey, failed: failed?.books }),
    timerPanel(c, group, readOnly),
  ]);
  // Where something is open, or much is written, there is no room for more in the first packets.
  const { book, query } = c.req.query();
  const isFull = group.rev >= chatLimits.chat.historyLength;
  const first = finder || book || query || isFull ? undefined : steps;
  return {
    content: (
      <div className="group-chat">
        {withTimer
          ? withTimer(chat.content)
          : first
          ? <WithFirstSteps group={group} steps={first}>{chat.content}</WithFirstSteps>
          : chat.content}
        {books.content}
      </div>
    ),
    styles: [
      ...chat.styles ?? [],
      ...books.styles ?? [],
      ...withTimer ? ["timer" as const] : first ? ["group-steps" as const] : [],
    ],
    toasts: [...chat.toasts ?? [], ...books.toasts ?? []],
  };
}

async function readPanel({ req, var: { deps: { db }, user } }: C, groupId: string): Promise<PanelBooks | undefined> {
  const books = await listPanel(db, user.id, { groupId, openId: req.query("book") });
  if (!books) return undefined;
  const rest = await listBeyondPanel(db, user.id, { groupId, shown: books });
  return { books, rest: rest.length > 0 ? rest : undefined };
}

interface Options {
  books: Promise<AnchorBook[] | undefined>;
  formKey: string;
  mayMentionAll?: boolean;
  readOnly?: boolean;
  failed?: FailedGroupForm;
}

async function readChat(c: C, group: Group, { books: loading, mayMentionAll, failed }: Options) {
  const { deps, user: { id } } = c.var;
  const place = parse(ChatPlace, c.req.query());
  const [history, storage, books, blocked, pins] = await Promise.all([
    readHistory(c, group, place),
    storageOf(deps, group.id),
    loading,
    listBlockedIn(deps.db, id, group.id),
    findPins(deps.db, id, group.id),
  ]);
  const { messages } = history;
  const open = messages.find(({ seq }) => seq === place.message);
  const replied = messages.find((message) => failed?.sent.replyTo === message.id) ?? (place.reply ? open : undefined);
  const about = anchorFor(c, books ?? [], { failed, replied });
  const [members, thread] = await Promise.all([
    membersFor(c, group, pins ? [...messages, pins.latest] : messages),
    open && findThread(deps.db, id, open),
  ]);
  return {
    ...history,
    place,
    open,
    replied,
    about,
    books: books && booksNamed(books, [...messages.map(({ anchor }) => anchor), about]),
    blocked: blocked.length > 0 ? blocked : undefined,
    pins,
    members: mayMentionAll
      ? { ...members, [everyone]: { username: everyone, name: chatServerTexts.allMembers } }
      : members,
    thread,
    tightStorage: storage.used >= chatLimits.file.notice * storage.quota ? storage : undefined,
  };
}

type ReadChat = Awaited<ReturnType<typeof readChat>>;

function propsOf(c: C, group: Group, { chat, failed, formKey, readOnly }: Options & { chat: ReadChat }) {
  const { id, username } = c.var.user;
  const { messages, members, hasOlder, hasNewer, place, replied } = chat;
  return {
    messages: messages.map((message) => toPage(message, id, members)),
    hasOlder,
    hasNewer,
    rev: group.rev,
    lastReadSeq: group.lastReadSeq,
    newAfter: group.unread > 0 ? group.lastReadSeq : undefined,
    ...failed?.message,
    groupId: group.id,
    viewer: { id, username },
    books: chat.books,
    about: chat.about,
    role: group.role,
    allDecide: group.kind !== "group" || undefined,
    noMessages: group.kind === "own" ? ownTexts.noMessages : undefined,
    blocked: chat.blocked,
    members,
    leavesOutMembers: leavesOutMembers(group) || undefined,
    locale: readerLocale(c),
    formKey,
    action: chatPaths.messages(group.id) + new URL(c.req.url).search,
    earlier: hasOlder ? chatPaths.messagesBefore(group.id, messages[0].seq) : undefined,
    latest: hasNewer || place.before ? chatPaths.latestMessages(group.id) : undefined,
    open: chat.open?.seq,
    reply: replied && quoteOf(replied),
    storage: chat.tightStorage,
    readOnly: readOnly || undefined,
  };
}

async function conversation(c: C, group: Group, options: Options): Promise<TabContent> {
  const chat = await readChat(c, group, options);
  const { messages, members, pins, blocked, open, replied, about, place, tightStorage } = chat;
  const hidden = c.var.session?.guestUntil ? messages.find(({ veiled }) => veiled) : undefined;
  const book = chat.books?.find(({ id }) => id === hidden?.anchor?.bookId);
  const props = propsOf(c, group, { ...options, chat });
  const content = (
    <div className="pinned-chat">
      {pins && <PinBar pins={pins} members={members} blocked={blocked ?? []} />}
      <Island of={Chat} props={props} preview={<DrawnPreviewButton action={props.action} files />}>
        {open && (
          <MessageForms
            message={open}
            viewer={c.var.user}
            group={group}
            thread={chat.thread}
            readOnly={options.readOnly}
          />
        )}
      </Island>
    </div>
  );
  return {
    content: hidden && book ? <WithDemoStep message={hidden} book={book}>{content}</WithDemoStep> : content,
    styles: stylesFor({
      "demo-step": hidden && book,
      pins,
      "message-marks": messages.some(isMarked) || open || blocked,
      "message-links": messages.some(({ link }) => link),
      "message-forms": open || about || replied,
      "chat-files": tightStorage || messages.some(({ files }) => files.length > 0),
    }),
    toasts: failures(place.message !== undefined && !open && chatServerTexts.notFound),
  };
}

/** Those of what there is. */
const stylesFor = (shown: Partial<Record<StyleName, unknown>>): StyleName[] =>
  (Object.keys(shown) as StyleName[]).filter((name) => shown[name]);

const isMarked = (message: Message): boolean =>
  message.poll !== undefined || marksOf(message).some((mark) => mark !== "files");

interface Source {
  failed?: FailedGroupForm;
  replied?: Message;
}

/** The page that the form writes about: as it was sent, or as the address says, or that of the message replied to. */
function anchorFor(c: C, books: AnchorBook[], { failed, replied }: Source): Anchor | undefined {
  const { about, page } = c.req.query();
  const asked = NewAnchor.safeParse(failed ? failed.sent : { bookId: about, page }).data;
  if (!asked) return failed ? undefined : replied?.anchor ?? undefined;
  const book = books.find(({ id }) => id === asked.bookId);
  return book && { bookId: book.id, page: clampPage(asked.page, book.pageCount) };
}

const booksNamed = (books: AnchorBook[], anchors: (Anchor | null | undefined)[]): AnchorBook[] => {
  const ids = new Set(anchors.map((anchor) => anchor?.bookId));
  return books.filter(({ id }) => ids.has(id));
};

interface History extends Pick<MessagePage, "messages"> {
  hasOlder: boolean;
  hasNewer: boolean;
}

const { historyLength, shortHistoryLength } = chatLimits.chat;
const lengthFor = ({ book, query, timer }: Record<string, string>): number =>
  [book, query, timer].every((asked) => asked === undefined) ? historyLength : shortHistoryLength;

const before = 10;

async function readHistory(
  c: C,
  { id, unread, lastReadSeq }: Group,
  place: { message?: number; before?: number; latest?: boolean },
): Promise<History> {
  const length = lengthFor(c.req.query());
  if (place.message) return await around(c, id, { seq: place.message, older: length / 2, newer: length / 2 });
  if (place.before) return await around(c, id, { seq: place.before, older: length, newer: 0 });
  const { messages, hasMore } = await page(c, id, { limit: length });
  // Writing leads to the end, where what was written is.
  const hasWrittenLast = messages.at(-1)?.userId === c.var.user.id;
  const isNewFurtherUp = unread > 0 && (messages[0]?.seq ?? 0) > lastReadSeq + 1 && !place.latest && !hasWrittenLast;
  if (isNewFurtherUp) return await around(c, id, { seq: lastReadSeq + 1, older: before, newer: length - before });
  return { messages, hasOlder: hasMore, hasNewer: false };
}

interface Around {
  seq: number;
  older: number;
  newer: number;
}

async function around(c: C, groupId: string, { seq, older, newer }: Around): Promise<History> {
  const [earlier, later] = await Promise.all([
    page(c, groupId, { before: seq, limit: older }),
    page(c, groupId, { after: seq - 1, limit: newer + 1 }),
  ]);
  const messages = [...earlier.messages, ...later.messages.slice(0, newer)];
  return { messages, hasOlder: earlier.hasMore, hasNewer: later.messages.length > newer };
}

/** A member who is removed while the page is made has no messages. */
const page = async (
  { var: { deps, user } }: C,
  groupId: string,
  query: { before?: number; after?: number; limit: number },
): Promise<MessagePage> => await listMessages(deps.db, user.id, groupId, query) ?? { messages: [], hasMore: false };

type WithTimer = (chat: ReactNode) => ReactNode;

const isNews = (c: C, { result }: TimerState): boolean => result !== null && !isClosed(c, "timer", result.endedAt);

/**
 * Also when it has just ended, or where the address asks for it; in a closed conversation only while they are in it. For
 * members who joined it the chat is collapsed.
 */
async function timerPanel(c: C, group: Group, readOnly?: boolean): Promise<WithTimer | undefined> {
  const { deps, user } = c.var;
  const asked = c.req.query("timer");
  const state = await tryLoad(c, () => findTimer(deps, user, group.id));
  if (!state || (asked === undefined && !state.timer && !isNews(c, state))) return undefined;
  if (readOnly && !state.timer?.isIn) return undefined;
  const isCollapsed = asked !== "chat" && !!state.timer?.isIn;
  const props = {
    groupId: group.id,
    start: state,
    viewerId: user.id,
    role: group.role,
    locale: readerLocale(c),
    isAsked: asked !== undefined,
    isCollapsed,
    unread: group.unread,
  };
  return (chat) => (
    <div className="timer-column">
      <Island of={Timer} props={props} />
      <div className="timer-chat" id={timerChatId} hidden={isCollapsed}>{chat}</div>
    </div>
  );
}
