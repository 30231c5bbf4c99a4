import * as chatLimits from "../../../server/contract/chat/limits.ts";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import { call, failureText } from "../../runtime/api.ts";
import { showToast } from "../../runtime/toast.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { intercept } from "../../ui/intercept.ts";
import { timeFormatter } from "../../ui/time_format.ts";
import { useShared } from "../useChat.ts";
import { FoundMessages } from "./FoundMessages.tsx";
import { findTexts } from "../../../server/contract/chat/message_texts.ts";

export type FinderKind = "search" | "pins";

interface Props {
  kind: FinderKind;
  onShow: (seq: number) => void;
  onClose: () => void;
}

export function Finder({ kind, onShow, onClose }: Props) {
  const { chat: { view: { groupId, viewer } }, state: { members }, blocked, books, locale } = useShared();
  const box = useRef<HTMLElement>(null);
  const { found, busy, load } = useFound(groupId, kind, box);

  useEffect(() => {
    if (kind === "pins") void load({ query: "", messages: [] });
    box.current!.querySelector<HTMLElement>(kind === "search" ? "input" : "button")!.focus();
  }, []);

  function search(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const query = String(new FormData(event.currentTarget).get("search")).trim();
    if (query) void load({ query, messages: [] });
  }

  const title = findTexts[kind];
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
        <IconButton icon="close" label={findTexts.back} onClick={onClose} />
      </header>
      {kind === "search" && <FinderForm busy={busy} onSubmit={search} />}
      <div className="finder-found" role="status">
        {found?.messages.length === 0 && <NoneFound kind={kind} />}
        {found && (
          <FoundMessages
            messages={found.messages}
            query={found.query}
            blocked={blocked}
            members={members}
            books={books}
            viewerId={viewer.id}
            writer={timeFormatter(locale)}
            onFollow={(event, seq) => intercept(() => onShow(seq))(event)}
          />
        )}
        {found?.hasMore && <Button busy={busy} onClick={() => void load(found)}>{findTexts.searchMore}</Button>}
      </div>
    </section>
  );
}

export const NoneFound = ({ kind }: { kind: FinderKind }) => (
  <EmptyState picture="messages" text={kind === "pins" ? findTexts.noPins : findTexts.noneFound}>
    <p className="muted">{kind === "pins" ? findTexts.noPinsHint : findTexts.noneFoundHint}</p>
  </EmptyState>
);

interface FoundPages {
  query: string;
  messages: Message[];
  hasMore: boolean;
}

function useFound(groupId: string, kind: FinderKind, box: RefObject<HTMLElement | null>) {
  const [found, setFound] = useState<FoundPages>();
  const [busy, setBusy] = useState(false);
  const latest = useRef(0);
  const before = useRef(0);

  useEffect(() => {
    if (before.current > 0) box.current!.querySelectorAll<HTMLElement>(".found-message > a")[before.current]?.focus();
  }, [found]);

  async function load({ query, messages }: Omit<FoundPages, "hasMore">): Promise<void> {
    const own = ++latest.current;
    const last = messages.at(-1);
    setBusy(true);
    try {
      const page = await (kind === "pins"
        ? call("GET /groups/:id/pins", { id: groupId }, { before: last?.pinnedAt ?? undefined })
        : call("GET /groups/:id/messages/search", { id: groupId }, { query, before: last?.seq }));
      if (own !== latest.current) {
        return;
      }
      before.current = messages.length;
      setFound({ ...page, query, messages: [...messages, ...page.messages] });
    } catch (error) {
      if (own === latest.current) showToast("error", failureText(error, findTexts.searchFailed));
    } finally {
      if (own === latest.current) setBusy(false);
    }
  }
  return { found, busy, load };
}

interface FormProps {
  query?: string;
  busy?: boolean;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
}

export function FinderForm({ query, busy, onSubmit }: FormProps) {
  return (
    <form className="search-form" role="search" aria-label={findTexts.search} method="get" onSubmit={onSubmit}>
      <input
        type="search"
        name="search"
        defaultValue={query}
        maxLength={chatLimits.message.query}
        aria-label={findTexts.search}
        placeholder={findTexts.search}
      />
      <Button type="submit" icon="search" busy={busy} replacesCall>Search</Button>
    </form>
  );
}
