// deno-lint-ignore-file react-no-danger -- what is set here was made safe by `draw_written.ts`
import { countTalkAhead, listTalk } from "../../../../db/chat/talk.ts";
import { listNamedMembers } from "../../../../db/groups/members.ts";
import { listBlockedIn } from "../../../../db/people/blocks.ts";
import type { Reader } from "../../../../db/reading/readers.ts";
import { CollapsedMessage } from "../../../../islands/chat/messages/MessageContent.tsx";
import { drawWritten } from "../../../../islands/chat/messages/draw_written.ts";
import { MessageText } from "../../../../islands/chat/messages/MessageText.tsx";
import { directoryOf, nameOf, peopleIn } from "../../../../islands/chat/state/state.ts";
import { NoteHead } from "../../../../islands/notes/SharedNoteItem.tsx";
import { LinkButton } from "../../../../islands/ui/Button.tsx";
import { EmptyState } from "../../../../islands/ui/EmptyState.tsx";
import { timeFormatter } from "../../../../islands/ui/time_format.ts";
import { chatPaths } from "../../../../server/contract/chat/paths.ts";
import type { MemberDirectory, Message } from "../../../../server/contract/chat/shapes.ts";
import { pageTexts, talkTexts as texts } from "../../../../server/contract/reading/book_page_texts.ts";
import { TalkQuery } from "../../../../server/contract/reading/input_shapes.ts";
import * as readingLimits from "../../../../server/contract/reading/limits.ts";
import { readingPaths } from "../../../../server/contract/reading/paths.ts";
import { placeName } from "../../../../server/contract/reading/places.ts";
import { pageAt, textEnd } from "../../../../server/contract/reading/positions.ts";
import { readerLocale } from "../../../../server/http/cookies.ts";
import { type C, failures, LoadError, type Tab, tryLoad } from "../../../layout/page.tsx";

export const talkTab: Tab<Reader> = async (c, book) => {
  const { groupId, bookId } = book;
  const { after } = TalkQuery.catch({}).parse(c.req.query());
  const here = readingPaths.bookPage(groupId, bookId, "talk");
  const { db } = c.var.deps;
  const loaded = await tryLoad(c, () =>
    Promise.all([
      loadTalk(c, book, { from: -1, to: textEnd, after, limit: readingLimits.talk.page }),
      countTalkAhead(db, c.var.user.id, bookId),
    ]));
  if (!loaded) {
    return { content: <LoadError text={texts.loadFailed} href={here} />, toasts: failures(texts.loadFailed) };
  }
  const [talk, ahead] = loaded;
  return {
    content: (
      <section className="stack" aria-labelledby="talk">
        <h2 id="talk">{texts.title}</h2>
        <p className="muted">{texts.intro}</p>
        {talk.messages.length === 0
          ? (
            <EmptyState picture="messages" text={texts.empty}>
              {book.mayWrite && (
                <LinkButton
                  icon="chat"
                  href={chatPaths.aboutPage(groupId, { bookId, page: pageAt(book.edition, book.position) })}
                >
                  {pageTexts.write}
                </LinkButton>
              )}
            </EmptyState>
          )
          : <TalkList c={c} book={book} talk={talk} />}
        {talk.hasMore && <LinkButton href={`${here}&after=${talk.messages.at(-1)!.seq}`}>{texts.later}</LinkButton>}
        {ahead > 0 && <p className="note-ahead">{texts.ahead(ahead)}</p>}
      </section>
    ),
  };
};

interface Talk {
  messages: Message[];
  hasMore: boolean;
  members: MemberDirectory;
  blocked: Set<string>;
}

interface Span {
  from: number;
  to: number;
  after?: number;
  limit: number;
}

export async function loadTalk(c: C, { groupId, bookId }: Reader, part: Span): Promise<Talk> {
  const { user, deps: { db } } = c.var;
  const { messages, hasMore } = await listTalk(db, user.id, { groupId, bookId, ...part });
  const ids = [...new Set(peopleIn(messages))];
  const [people, blocked] = messages.length === 0 ? [[], []] : await Promise.all([
    listNamedMembers(db, user.id, { groupId, ids, usernames: [] }),
    listBlockedIn(db, user.id, groupId),
  ]);
  return { messages, hasMore, members: directoryOf(people), blocked: new Set(blocked.map(({ id }) => id)) };
}

interface TalkProps {
  c: C;
  book: Reader;
  talk: Talk;
}

export function TalkList({ c, book: { groupId, edition }, talk: { messages, members, blocked } }: TalkProps) {
  const format = timeFormatter(readerLocale(c));
  return (
    <ol className="talk">
      {messages.map((message) => (
        <li key={message.id} className="card talk-message">
          <NoteHead
            user={authorOf(message, members)}
            time={message.timestamp}
            chapter={message.anchor?.chapter}
            format={format}
          >
            <span className="note-place">{placeName(message.anchor!.page, edition.unit)}</span>
          </NoteHead>
          <CollapsedMessage collapsed={blocked.has(message.userId)}>
            <TalkText message={message} members={members} viewerId={c.var.user.id} />
          </CollapsedMessage>
          <a className="talk-link" href={chatPaths.messageAt(groupId, message.seq)}>{texts.inChat}</a>
        </li>
      ))}
    </ol>
  );
}

interface TextProps {
  message: Message;
  members: MemberDirectory;
  viewerId: string;
}

function TalkText({ message, ...readers }: TextProps) {
  const { content, format, files, mentions } = message;
  if (format) {
    const html = drawWritten({ content, format, mentions, ...readers });
    return <div className="note-text written" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
  }
  const text = content || files.map(({ name }) => name).join(", ");
  return (
    <div className="note-text" dir="auto">
      <MessageText text={text} mentions={mentions} {...readers} />
    </div>
  );
}

function authorOf(message: Message, members: MemberDirectory) {
  const { username, picture } = members[message.userId] ?? message;
  return {
    id: message.userId,
    username,
    fullName: nameOf(message, members),
    profileImage: picture ?? null,
    bio: null,
  };
}
