import { listPeopleIn, listThreads } from "../../../db/chat/threads.ts";
import { CollapsedMessage } from "../../../islands/chat/messages/MessageContent.tsx";
import { bookOf } from "../../../islands/chat/messages/Anchor.tsx";
import { nameOf } from "../../../islands/chat/state/state.ts";
import { EmptyState } from "../../../islands/ui/EmptyState.tsx";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { sendMessage } from "../../../server/actions/chat/send.ts";
import { findThread, markRepliesRead } from "../../../server/actions/chat/threads.ts";
import * as chatLimits from "../../../server/contract/chat/limits.ts";
import { chatPaths } from "../../../server/contract/chat/paths.ts";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import { type Thread, ThreadsQuery } from "../../../server/contract/chat/thread_shapes.ts";
import { threadTexts as words } from "../../../server/contract/chat/thread_texts.ts";
import { anchorsTexts, chatServerTexts, chatTexts } from "../../../server/contract/chat/texts.ts";
import { clubPaths } from "../../../server/contract/groups/club_paths.ts";
import { conversationTexts } from "../../../server/contract/groups/conversation_texts.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { questionTexts } from "../../../server/contract/reading/question_texts.ts";
import { NotFound } from "../../../server/errors.ts";
import { readerLocale, setFlash } from "../../../server/http/cookies.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { type C, type FailedForm, isFetchedAhead, toDashboard } from "../../layout/page.tsx";
import { LinkRow, Submit } from "../../layout/parts.tsx";
import { isClosedTo } from "../groups/closed.ts";
import { type PartOfGroup, partOfGroup } from "../groups/part_of_group.tsx";
import { ReplyForm } from "./reply_form.tsx";
import { receiveMessage } from "./sent_message.ts";
import { messageDrawer, type ThreadContext, threadContext } from "./thread_messages.tsx";
import { shownWords } from "../../../server/contract/site/written_words.ts";

export const threads = router();

threads.get("/group/:id/threads", signedInPage, (c) => showThreads(c, c.req.param("id")));
threads.get("/group/:id/threads/:seq", signedInPage, (c) => {
  const { id, seq } = c.req.param();
  // Where quotes, pages and reactions of a message lead: to the chat.
  const { message, book } = c.req.query();
  const isOfChat = message !== undefined || book !== undefined;
  return isOfChat ? c.redirect(groupPaths.group(id) + new URL(c.req.url).search, 303) : showThread(c, id, Number(seq));
});

const head = { description: words.description, styles: ["threads-page"], live: "threads" } satisfies Partial<
  PartOfGroup
>;

const showThreads = (c: C, groupId: string): Promise<Response> =>
  partOfGroup(c, { ...head, groupId }, async () => {
    const { before } = ThreadsQuery.catch({}).parse(c.req.query());
    const page = await listThreads(c.var.deps.db, c.var.user.id, groupId, before);
    if (!page) return toDashboard(c, chatServerTexts.notFound);
    const context = await threadContext(c, groupId, page.threads.map(({ first }) => first));
    return {
      title: words.title,
      body: (
        <>
          {page.threads.length === 0
            ? (
              <EmptyState picture="messages" text={words.none}>
                <p className="muted">{words.noneHint}</p>
              </EmptyState>
            )
            : <p className="muted">{words.intro}</p>}
          <ul className="lined-list">
            {page.threads.map((thread) => <Row key={thread.first.id} c={c} thread={thread} context={context} />)}
          </ul>
          {page.hasMore && (
            <LinkRow href={`${clubPaths.threads(groupId)}?before=${page.threads.at(-1)!.latestSeq}`}>
              {words.older}
            </LinkRow>
          )}
        </>
      ),
    };
  });

interface RowProps {
  c: C;
  thread: Thread;
  context: ThreadContext;
}

function Row({ c, thread: { first, replies, unread, latestAt }, context }: RowProps) {
  const format = timeFormatter(readerLocale(c));
  return (
    <li className="thread-row">
      <div>
        <p className="muted">
          <bdi>{nameOf(first, context.members)}</bdi>
        </p>
        <CollapsedMessage collapsed={context.blocked.has(first.userId) && !first.deletedAt}>
          <a className="thread-link" href={clubPaths.openThread(first.groupId, first.seq)}>
            <span className="thread-first" dir="auto">
              <Beginning message={first} context={context} />
            </span>
          </a>
        </CollapsedMessage>
        <p className="muted">
          {words.replies(replies)}
          {" · "}
          <time dateTime={latestAt} title={format.full(latestAt)}>{words.latest(format.timeOrDay(latestAt))}</time>
        </p>
      </div>
      {unread > 0 && <span className="badge">{words.unread(unread)}</span>}
    </li>
  );
}

function Beginning({ message, context: { books } }: { message: Message; context: ThreadContext }) {
  const { deletedAt, veiled, length, anchor, content, format, files } = message;
  if (deletedAt) return <span className="message-deleted">{chatTexts.deleted}</span>;
  if (veiled) return <i className="message-deleted">{anchorsTexts.veiled(length, bookOf(books, anchor))}</i>;
  return shownWords(content, format) || files.map(({ name }) => name).join(", ");
}

async function showThread(c: C, groupId: string, seq: number, failed?: FailedForm): Promise<Response> {
  const isOpening = c.req.method === "GET" && c.req.query("opened") !== undefined;
  if (isOpening && isFetchedAhead(c)) return c.body(null, 503);
  return await partOfGroup(c, { ...head, groupId, failed }, async () => {
    const { deps, user } = c.var;
    const before = ThreadsQuery.catch({}).parse(c.req.query()).before;
    const found = await find(c, { groupId, seq }, before);
    if (!found) {
      setFlash(c, "error", chatServerTexts.notFound);
      return c.redirect(groupPaths.group(groupId), 303);
    }
    const { thread, messages, hasMore } = found;
    const { first, unread, lastReadSeq } = thread;
    if (first.seq !== seq) {
      return c.redirect(clubPaths.thread(groupId, first.seq) + new URL(c.req.url).search, 303);
    }
    const isNew = unread > 0 && before === undefined;
    const [people, isClosed] = await Promise.all([
      listPeopleIn(deps.db, user.id, { groupId, seq }),
      isClosedTo(c, groupId),
    ]);
    const context = await threadContext(c, groupId, [first, ...messages], people.ids);
    if (isNew && isOpening) await markRepliesRead(deps, user, { groupId, seq, upTo: messages.at(-1)!.seq });
    const draw = messageDrawer(c, context);
    // What they reply to is above them.
    const replies = messages.map((message) => message.replyTo?.seq === seq ? { ...message, replyTo: null } : message);
    const newest = isNew
      ? replies.find((message) => message.seq > lastReadSeq! && message.userId !== user.id)
      : undefined;
    return {
      title: words.thread,
      back: { href: clubPaths.threads(groupId), text: words.title },
      body: (
        <>
          {people.count > 0 && (
            <p className="muted">
              {words.people(
                people.ids.map((userId) => nameOf({ userId, username: "" }, context.members)).join(", "),
                people.count - people.ids.length,
              )}
            </p>
          )}
          <section className="card thread" aria-labelledby="first-message">
            <h2 id="first-message" className="visually-hidden">{words.first}</h2>
            <ol className="messages">{draw([first])}</ol>
            {!isClosed && first.anchor && !first.veiled && first.content && (
              <AskForm message={first} bookId={first.anchor.bookId} />
            )}
          </section>
          <section className="stack" aria-labelledby="replies" aria-live="polite" aria-relevant="additions">
            <h2 id="replies">{words.replies(thread.replies)}</h2>
            {hasMore && (
              <LinkRow href={`${clubPaths.thread(groupId, seq)}?before=${messages[0].seq}`}>{words.earlier}</LinkRow>
            )}
            {replies.length > 0 && <ol className="messages card thread">{draw(replies, newest)}</ol>}
            {before !== undefined && <LinkRow href={clubPaths.openThread(groupId, seq)}>{words.toLatest}</LinkRow>}
          </section>
          {isClosed && !failed
            ? <p className="muted">{conversationTexts.isClosed}</p>
            : <ReplyForm first={first} book={bookOf(context.books, first.anchor)} failed={failed} />}
        </>
      ),
    };
  });
}

const AskForm = ({ message: { id, groupId }, bookId }: { message: Message; bookId: string }) => (
  <form method="post" action={chatPaths.message(groupId, id, "question")} className="thread-ask">
    <input type="hidden" name="bookId" value={bookId} />
    <Submit icon="chat">{questionTexts.askByMessage}</Submit>
  </form>
);

async function find(c: C, thread: { groupId: string; seq: number }, before: number | undefined) {
  const { deps, user } = c.var;
  if (!Number.isSafeInteger(thread.seq)) return undefined;
  try {
    return await findThread(deps, user, thread, { before, limit: chatLimits.chat.historyLength });
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
}

mountForm(threads, sendMessage, {
  path: "/group/:id/threads/:seq/messages",
  async respond(c) {
    const { id, seq } = c.req.param() as { id: string; seq: string };
    const { refusal, fields } = await receiveMessage(c, id);
    if (refusal) return showThread(c, id, Number(seq), { refusal, sent: fields });
    setFlash(c, "success", words.replied);
    return c.redirect(`${clubPaths.openThread(id, seq)}#reply`, 303);
  },
});
