import { type FormEvent, useEffect, useRef, useState } from "react";
import type { AnchorBook } from "../../../server/contract/anchors.ts";
import type { Author, MemberDirectory, Message } from "../../../server/contract/chat.ts";
import { texts } from "../../../server/contract/texts.ts";
import { failureText } from "../../runtime/api.ts";
import { showToast } from "../../runtime/toast.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { intercept } from "../../ui/intercept.ts";
import { type ReaderLocale, timeFormatter } from "../../ui/time_format.ts";
import { loadPins, searchMessages } from "../connection/calls.ts";
import { FinderForm } from "./FinderForm.tsx";
import { FoundMessages } from "./FoundMessages.tsx";

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

  useEffect(() => {
    if (kind === "pins") void run(async () => ({ query: "", messages: await loadPins(groupId), hasMore: false }));
    box.current!.querySelector<HTMLElement>(kind === "search" ? "input" : "button")!.focus();
  }, []);

  async function run(load: () => Promise<Found>): Promise<void> {
    const call = ++latest.current;
    setBusy(true);
    try {
      const result = await load();
      if (call === latest.current) setFound(result);
    } catch (error) {
      if (call === latest.current) showToast("error", failureText(error, texts.chat.searchFailed));
    } finally {
      if (call === latest.current) setBusy(false);
    }
  }

  function search(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const query = String(new FormData(event.currentTarget).get("search")).trim();
    if (query) void run(async () => ({ query, ...await searchMessages(groupId, query) }));
  }

  function more({ query, messages }: Found): void {
    void run(async () => {
      const next = await searchMessages(groupId, query, messages.at(-1)!.seq);
      return { query, messages: [...messages, ...next.messages], hasMore: next.hasMore };
    });
  }

  const title = texts.chat[kind];
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
        {found?.messages.length === 0 && <p>{kind === "pins" ? texts.chat.noPins : texts.chat.noneFound}</p>}
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
        {found?.hasMore && <Button busy={busy} onClick={() => more(found)}>{texts.chat.searchMore}</Button>}
      </div>
    </section>
  );
}
