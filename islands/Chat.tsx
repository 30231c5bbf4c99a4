import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { AnchorBook } from "../server/contract/chat/anchors.ts";
import type { Author, MemberDirectory, Quote, Storage } from "../server/contract/chat/shapes.ts";
import type { Role } from "../server/contract/groups/groups.ts";
import type { Overlay } from "./chat/actions/MessageOverlay.tsx";
import { useActiveMessage } from "./chat/actions/useActiveMessage.ts";
import { useExtras } from "./chat/actions/useExtras.ts";
import { useMessageActions } from "./chat/actions/useMessageActions.ts";
import { bookOf } from "./chat/anchors/AnchorLine.tsx";
import { useAnchor, useGroupBooks } from "./chat/anchors/useAnchor.ts";
import { Veil } from "./chat/anchors/Veil.tsx";
import { Composer } from "./chat/composer/Composer.tsx";
import type { Purpose } from "./chat/composer/ComposerTop.tsx";
import { type ChatStart, pageChat } from "./chat/connection/connection.ts";
import { ConnectionLine } from "./chat/connection/ConnectionLine.tsx";
import { useLater } from "./chat/later/useLater.ts";
import { readMessages } from "./chat/connection/from_html.ts";
import { lastSeqOf, type Stored } from "./chat/connection/reducer.ts";
import { useAttachments } from "./chat/files/useAttachments.ts";
import type { FinderKind } from "./chat/find/Finder.tsx";
import { useChatLinks } from "./chat/find/useChatLinks.ts";
import { Messages } from "./chat/messages/Messages.tsx";
import { followOwnLink } from "./chat/messages/own_links.ts";
import { useBlocked } from "./chat/messages/useBlocked.ts";
import { useEndKey } from "./chat/messages/useEndKey.ts";
import { useReading } from "./chat/messages/useReading.ts";
import { type Place, useReversedScroll } from "./chat/messages/useReversedScroll.ts";
import { ChatTools } from "./chat/presence/ChatTools.tsx";
import { TypingLine } from "./chat/presence/TypingLine.tsx";
import { useTyping } from "./chat/presence/useTyping.ts";
import { useRole } from "./groups/useRole.ts";
import type { FromHtml } from "./runtime/from_html.ts";
import { failureText } from "./runtime/api.ts";
import { ownLocale } from "./runtime/reader_locale.ts";
import { showToast } from "./runtime/toast.ts";
import { Button, LinkButton } from "./ui/Button.tsx";
import { IconButton } from "./ui/IconButton.tsx";
import type { ReaderLocale } from "./ui/time_format.ts";
import { chatPaths } from "../server/contract/chat/paths.ts";
import { chatTexts } from "../server/contract/chat/texts.ts";

interface Props extends ChatStart {
  members: MemberDirectory;
  /** Whom the viewer has blocked, of those who are or were in the group. */
  blocked?: Author[];
  /** Of the group those that messages name. */
  books?: AnchorBook[];
  /** The viewer's. */
  role: Role;
  /** The reader's, as far as the server knows it. */
  locale: ReaderLocale;
  /** Which form this is, without script, */
  formKey: string;
  /** and where it posts to: its address says what else the page has open. */
  action: string;
  /** The addresses of the messages before and after these, for a page without script. */
  earlier?: string;
  latest?: string;
  /** The message that the address names, */
  open?: { seq: number; id: string };
  /** its forms, which are there without script only, */
  forms?: ReactNode;
  /** and the one that it replies to. */
  reply?: Quote;
  /** How much of the group's storage for files is used, where that is nearly all. */
  storage?: Storage;
}

/** A group's chat: its messages, the state of its connection, and the box to write in. */
export function Chat(
  { locale, formKey, action, earlier, latest, open, forms, reply, ...start }: Props,
) {
  const { viewer, typed, groupId } = start;
  const role = useRole(groupId, start.role);
  const [chat] = useState(() => pageChat(start));
  const state = useSyncExternalStore(chat.subscribe, chat.getState, chat.getInitialState);
  const { members } = state;
  const [isHydrated, setIsHydrated] = useState(false);
  const [purpose, setPurpose] = useState<Purpose | undefined>(reply && { kind: "reply", quote: reply });
  const [overlay, setOverlay] = useState<Overlay>();
  const opener = useRef<HTMLElement>(null);
  const [anchor, setAnchor] = useAnchor(chat, start.about);
  const books = useGroupBooks(start.books);
  const box = useReversedScroll(chat, open?.seq);
  const pointed = useActiveMessage();
  const calls = useMessageActions(chat, (purpose) => {
    setPurpose(purpose);
    if (purpose.kind === "reply") setAnchor((now) => chat.find(purpose.quote.seq)?.anchor ?? now);
  });
  const { extras, load, prepare } = useExtras();
  const blocked = useBlocked(start.blocked);
  const typists = useTyping(groupId);
  const typing = typists.filter(({ userId }) => blocked.every(({ id }) => id !== userId));
  const later = useLater(state.connection);
  const attachments = useAttachments(chat, start.storage);
  const isInUse = pointed.active !== undefined || purpose !== undefined || attachments.list.length > 0;
  useReading(box.ref, chat);
  useEndKey(box.ref, () => void show("end"));
  useChatLinks(find);
  useEffect(() => isInUse ? prepare() : undefined, [isInUse]);
  useEffect(() => void chat.loadMembers(typing.map(({ userId }) => userId)), [typists]);
  useEffect(() => {
    setIsHydrated(true);
    chat.start();
  }, []);
  const shownLocale = isHydrated ? ownLocale() : locale;

  /** Goes to a message, or to the end of the conversation. */
  async function show(to: Place) {
    setOverlay(undefined);
    try {
      await (to === "end" ? chat.showLatest() : chat.showAround(to));
      box.goTo(to);
    } catch (error) {
      showToast("error", failureText(error, chatTexts.loadFailed));
    }
  }

  function openOverlay(next: Overlay) {
    setOverlay(next);
    void load();
  }

  function closeOverlay(closed: Overlay) {
    // What has opened another one from itself is closed after that.
    setOverlay((now) => now === closed ? undefined : now);
    if (closed.kind === "search" || closed.kind === "pins") opener.current?.focus();
  }

  function find(kind: FinderKind, from: HTMLElement) {
    opener.current = from;
    void chat.loadMembers();
    openOverlay({ kind });
  }

  const isClosed = state.connection === "closed";
  const actions = useMemo(
    () => ({ show: (seq: number) => void show(seq), react: isClosed ? undefined : calls.react }),
    [isClosed],
  );
  const inUse = overlay?.kind === "menu" ? overlay.message.seq : pointed.active;

  function within(message: Stored) {
    if (!message.veiled) return toolsOf(message);
    const tabIndex = isHydrated && message.seq !== pointed.focused ? -1 : undefined;
    return (
      <>
        <Veil groupId={groupId} message={message} tabIndex={tabIndex} onShow={calls.unveil} />
        {toolsOf(message)}
      </>
    );
  }

  function toolsOf(message: Stored) {
    if (open?.seq === message.seq && !isHydrated) return forms;
    if (!extras || isClosed || message.seq !== inUse || message.deletedAt) return undefined;
    return (
      <extras.MessageTools
        onReply={message.veiled ? undefined : () => calls.reply(message)}
        onMenu={(menu, anchor) => openOverlay({ kind: "menu", menu, message, anchor })}
      />
    );
  }

  function editLast() {
    const last = state.messages.findLast(({ userId, deletedAt }) => userId === viewer.id && !deletedAt);
    if (last) calls.edit(last);
  }

  return (
    <section className="chat" aria-label="Chat" onClick={followOwnLink(groupId, actions.show)}>
      {/* New messages are read out politely; until its messages are stops of Tab, the box is. */}
      <div
        className="messages-box"
        role="log"
        aria-live="polite"
        aria-label="Messages"
        tabIndex={isHydrated ? -1 : 0}
        ref={box.ref}
        onScroll={box.onScroll}
        {...pointed.handlers}
      >
        <Messages
          state={state}
          viewer={viewer}
          blocked={blocked}
          members={members}
          books={books}
          locale={shownLocale}
          marked={box.marked}
          reachable={pointed.focused}
          actions={isHydrated ? actions : undefined}
          within={within}
        />
        {earlier && <PlainLink href={earlier} text={chatTexts.earlier} />}
      </div>
      {box.isFarUp && (
        <IconButton
          className="to-latest"
          icon="arrow-down"
          label={chatTexts.latest}
          onClick={() => void show("end")}
        />
      )}
      {typing.length > 0 && <TypingLine typing={typing} members={members} />}
      {latest && <PlainLink href={latest} text={chatTexts.latest} />}
      {!latest && start.newAfter !== undefined && <MarkRead groupId={groupId} seq={lastSeqOf(state)} />}
      {isHydrated && <ChatTools chat={chat} members={members} />}
      <ConnectionLine state={state} onReconnect={() => chat.reconnect()} />
      {later && (
        <later.WriteLater
          view={chat.view}
          connection={state.connection}
          anchor={anchor}
          book={bookOf(books, anchor)}
          onAnchor={setAnchor}
        />
      )}
      <Composer
        chat={chat}
        members={members}
        action={action}
        formKey={formKey}
        typed={typed}
        attachments={attachments}
        extras={extras}
        disabled={isHydrated && state.connection !== "joined"}
        books={books}
        anchor={anchor}
        onAnchor={setAnchor}
        onChooseAnchor={isHydrated && books.length > 0 ? () => openOverlay({ kind: "anchor", anchor }) : undefined}
        purpose={purpose}
        onPurpose={setPurpose}
        onFocus={() => {
          prepare();
          void chat.loadMembers();
        }}
        onEditLast={editLast}
      />
      {overlay && extras && (
        <extras.MessageOverlay
          overlay={overlay}
          calls={calls}
          chat={chat}
          role={role}
          blocked={blocked}
          members={members}
          books={books}
          locale={shownLocale}
          onShow={(seq) => void show(seq)}
          onAnchor={setAnchor}
          onChange={setOverlay}
          onClose={() => closeOverlay(overlay)}
        />
      )}
    </section>
  );
}

// What a `noscript` holds is neither drawn nor hydrated where there is script.
Chat.fromHtml = {
  messages: readMessages,
  forms: (island) => island.querySelector(".message noscript") && <noscript />,
} satisfies FromHtml<Props>;

/** Says without script that the messages up to this one are read. */
const MarkRead = ({ groupId, seq }: { groupId: string; seq: number }) => (
  <noscript>
    <form method="post" action={chatPaths.read(groupId)}>
      <input type="hidden" name="seq" value={seq} />
      <Button type="submit" icon="check">{chatTexts.markRead}</Button>
    </form>
  </noscript>
);

/** A link that is needed without script only. */
const PlainLink = ({ href, text }: { href: string; text: string }) => (
  <noscript>
    <LinkButton href={href}>{text}</LinkButton>
  </noscript>
);
