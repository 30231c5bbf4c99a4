import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { message } from "../../../server/contract/chat/limits.ts";
import type { Anchor } from "../../../server/contract/chat/shapes.ts";
import { outboxTexts } from "../../../server/contract/site/outbox_texts.ts";
import { type DraftPlace, readDraft, storeDraft } from "../../offline/drafts.ts";
import { keepDraft } from "../../offline/field_drafts.ts";
import { discard, enqueue, type Entry, onNews } from "../../offline/outbox/entries.ts";
import { sendWaiting, unsent } from "../../offline/outbox/sending.ts";
import { addOutboxStyle } from "../../offline/outbox/style.ts";
import { reloader } from "../../runtime/reloader.ts";
import { showToast } from "../../runtime/toast.ts";
import { Button } from "../../ui/Button.tsx";
import { AnchorName, type NamedBook } from "../messages/Anchor.tsx";
import { messageItem, messageKey, newPending } from "../connection/sender.ts";
import type { Connection } from "../state/state.ts";
import { useShared } from "../useChat.ts";

const texts = outboxTexts.later;

interface Props {
  anchor: Anchor | undefined;
  book: NamedBook | undefined;
  onAnchor: (next: Anchor | undefined) => void;
}

/** Where there is no connection messages are written for later: they go into the outbox, and are listed from there. */
export function OfflineComposer({ anchor, book, onAnchor }: Props) {
  const { chat: { view }, state: { connection } } = useShared();
  const place: DraftPlace = { kind: "later", viewerId: view.viewer.id, of: view.groupId };
  const queued = useQueued(view.groupId);
  const isAway = useIsAway(connection);
  const [isOpen, setIsOpen] = useState(() => readDraft(place) !== undefined);
  const [field, keepIn] = useKeptField(place);
  const opener = useRef<HTMLButtonElement>(null);
  const isStoring = useRef(false);

  function open() {
    flushSync(() => setIsOpen(true));
    field.current!.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const content = field.current!.value.trim();
    if (!content) return field.current!.focus();
    if (isStoring.current) return;
    isStoring.current = true;
    try {
      const draft = { content, replyTo: null, files: [], anchor: anchor ?? null };
      await enqueue(messageItem(view.groupId, newPending(view.viewer, draft)));
    } catch (error) {
      console.warn(error);
      return showToast("error", texts.notStored);
    } finally {
      isStoring.current = false;
    }
    sendQueued();
    // What was typed on meanwhile stays.
    if (field.current?.value.trim() !== content) return;
    form.reset();
    onAnchor(undefined);
    flushSync(() => setIsOpen(false));
    opener.current?.focus();
  }

  async function remove(entry: Entry) {
    const content = [readDraft(place)?.content, entry.text].filter(Boolean).join("\n");
    storeDraft(place, { content });
    const { anchor } = entry.call.body as { anchor?: Anchor };
    if (anchor) onAnchor(anchor);
    if (connection !== "closed") {
      open();
      field.current!.value = content;
    }
    await discard(entry.id);
  }

  const isOffered = isAway && connection !== "closed";
  const isShown = isOpen && connection !== "closed";
  if (!isOffered && !isShown && queued.length === 0) return null;
  return (
    <div className="later">
      <QueuedList queued={queued} onRemove={remove} />
      {isShown && (
        <form className="later-form" onSubmit={(event) => void submit(event)}>
          <label>
            {texts.label}
            <textarea
              ref={keepIn}
              data-write=""
              dir="auto"
              maxLength={message.max}
              aria-describedby="later-hint"
              onKeyDown={({ key, currentTarget }) => key === "Escape" && !currentTarget.value && setIsOpen(false)}
            />
          </label>
          <Hint anchor={anchor} book={book} />
          <Button type="submit" kind="primary">{texts.store}</Button>
        </form>
      )}
      {isOffered && !isShown && <Button ref={opener} icon="pencil" onClick={open}>{texts.open}</Button>}
    </div>
  );
}

function useKeptField(place: DraftPlace) {
  const field = useRef<HTMLTextAreaElement>(null);
  const keepIn = useCallback((shown: HTMLTextAreaElement | null) => {
    field.current = shown;
    if (shown) keepDraft(shown, place);
  }, []);
  return [field, keepIn] as const;
}

const sendQueued = () => void sendWaiting().catch(console.warn);

function useQueued(groupId: string): Entry[] {
  const [queued, setQueued] = useState<Entry[]>([]);
  useEffect(() => {
    addOutboxStyle();
    const isOurs = ({ key, refusal }: Entry) => key === messageKey(groupId) && !refusal;
    const { reload } = reloader(async () => (await unsent()).filter(isOurs), setQueued);
    void reload();
    return onNews(() => void reload());
  }, []);
  return queued;
}

/** Drawn together with the connection: what comes a moment later moves the messages under a reader. */
function useIsAway(connection: Connection): boolean {
  const [wasAway, setWasAway] = useState(false);
  const isAway = connection === "connecting" ? wasAway : connection !== "joined";
  useEffect(() => {
    if (connection === "joined") sendQueued();
    setWasAway(isAway);
  }, [connection]);
  return isAway;
}

const QueuedList = ({ queued, onRemove }: { queued: Entry[]; onRemove: (entry: Entry) => Promise<void> }) =>
  queued.length > 0 && (
    <ul className="later-list" aria-label={texts.list}>
      {queued.map((entry) => (
        <li key={entry.id}>
          <div>
            <p dir="auto">{entry.text}</p>
            <small>{texts.waits}</small>
          </div>
          <Button icon="close" onClick={() => void onRemove(entry)}>{texts.remove}</Button>
        </li>
      ))}
    </ul>
  );

const Hint = ({ anchor, book }: Pick<Props, "anchor" | "book">) => (
  <p className="later-hint" id="later-hint">
    {texts.hint}
    {anchor && (
      <>
        {` ${texts.about} `}
        <AnchorName anchor={anchor} book={book} />
      </>
    )}
  </p>
);
