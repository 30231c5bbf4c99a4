import { type FormEvent, useEffect, useRef, useState } from "react";
import type { AnchorBook } from "../../../server/contract/chat/anchors.ts";
import type { Author, MemberDirectory, Message } from "../../../server/contract/chat/shapes.ts";
import { failureText } from "../../runtime/api.ts";
import { showToast } from "../../runtime/toast.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { intercept } from "../../ui/intercept.ts";
import { type ReaderLocale, timeFormatter } from "../../ui/time_format.ts";
import { loadPins, searchMessages } from "../connection/calls.ts";
import { FinderForm } from "./FinderForm.tsx";
import { FoundMessages } from "./FoundMessages.tsx";
import { chatTexts } from "../../../server/contract/chat/texts.ts";

/** What is looked for: messages by their words, or pinned ones. */
export type FinderKind = "search" | "pins";

interface Props {
  kind: FinderKind;
  groupId: string;
  blocked: Author[];
  members: MemberDirectory;
  books: AnchorBook[];
  viewerId: string;
  locale: ReaderLocale;
  onShow: (seq: number) => void;
  onClose: () => void;
}

interface Found {
  query: string;
  messages: Message[];
  hasMore: boolean;
}

/** Finds messages of the group, in front of its conversation. */
export function Finder({ kind, groupId, blocked, members, books, viewerId, locale, onShow, onClose }: Props) {
  const [found, setFound] = useState<Found>();
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLElement>(null);
  /** Of the latest call: earlier ones are out of date. */
  const latest = useRef(0);
  /** How many messages there were before the last ones. */
  const before = useRef(0);

  useEffect(() => {
    if (kind === "pins") void load({ query: "", messages: [] });
    box.current!.querySelector<HTMLElement>(kind === "search" ? "input" : "button")!.focus();
  }, []);

  // The button that had the focus may be gone.
  useEffect(() => {
    if (before.current > 0) box.current!.querySelectorAll<HTMLElement>(".found-message > a")[before.current]?.focus();
  }, [found]);

  /** Loads what comes after some messages. */
  async function load({ query, messages }: Omit<Found, "hasMore">): Promise<void> {
    const call = ++latest.current;
    const last = messages.at(-1);
    setBusy(true);
    try {
      const page =
        await (kind === "pins" ? loadPins(groupId, last?.pinnedAt) : searchMessages(groupId, query, last?.seq));
      if (call !== latest.current) return;
      before.current = messages.length;
      setFound({ ...page, query, messages: [...messages, ...page.messages] });
    } catch (error) {
      if (call === latest.current) showToast("error", failureText(error, chatTexts.searchFailed));
    } finally {
      if (call === latest.current) setBusy(false);
    }
  }

  function search(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const query = String(new FormData(event.currentTarget).get("search")).trim();
    if (query) void load({ query, messages: [] });
  }

  const title = chatTexts[kind];
  return (
    <section
      className="finder"
      aria-label={title}
      aria-busy={busy || undefined}
      ref={box}
      onKeyDown={({ key }) => key === "Escape" && onClose()}
    >
      <header className="finder-head">
        <h2>{title}</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      {kind === "search" && <FinderForm busy={busy} onSubmit={search} />}
      <div className="finder-found" role="status">
        {found?.messages.length === 0 && <p>{kind === "pins" ? chatTexts.noPins : chatTexts.noneFound}</p>}
        {found && (
          <FoundMessages
            messages={found.messages}
            blocked={blocked}
            members={members}
            books={books}
            viewerId={viewerId}
            writer={timeFormatter(locale)}
            onFollow={(event, seq) => intercept(() => onShow(seq))(event)}
          />
        )}
        {found?.hasMore && <Button busy={busy} onClick={() => void load(found)}>{chatTexts.searchMore}</Button>}
      </div>
    </section>
  );
}
