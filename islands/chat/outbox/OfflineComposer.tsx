import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { AnchorBook } from "../../../server/contract/chat/anchors.ts";
import type { Anchor } from "../../../server/contract/chat/shapes.ts";
import { outboxTexts } from "../../../server/contract/site/texts.ts";
import { type DraftPlace, readDraft, storeDraft } from "../../offline/drafts.ts";
import type { Entry } from "../../offline/outbox/entry.ts";
import { discard } from "../../offline/outbox/put.ts";
import { addOutboxStyle } from "../../offline/outbox/style.ts";
import { showToast } from "../../runtime/toast.ts";
import { Button } from "../../ui/Button.tsx";
import { AnchorName } from "../anchors/AnchorLine.tsx";
import type { Connection } from "../connection/state.ts";
import { useShared } from "../context.ts";
import { queueMessage, sendQueued, watchQueued } from "./queued.ts";
import { message } from "../../../server/contract/chat/limits.ts";

const texts = outboxTexts.later;

interface Props {
  anchor: Anchor | undefined;
  book: AnchorBook | undefined;
  onAnchor: (next: Anchor | undefined) => void;
}

export function OfflineComposer({ anchor, book, onAnchor }: Props) {
  const { chat: { view }, state: { connection } } = useShared();
  const queued = useQueued(view.groupId);
  const [text, setText] = useStoredText({ kind: "later", viewerId: view.viewer.id, of: view.groupId });
  const [isOpen, setIsOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const isAway = useIsAway(connection);
  useEffect(() => isOpen ? field.current?.focus() : undefined, [isOpen]);

  const isOffered = isAway && connection !== "closed";
  const isShown = (isOpen || text !== "") && connection !== "closed";
  if (!isOffered && !isShown && queued.length === 0) return null;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const content = text.trim();
    if (!content) return field.current!.focus();
    try {
      await queueMessage(view, { content, replyTo: null, files: [], anchor: anchor ?? null });
    } catch (error) {
      console.warn(error);
      return showToast("error", texts.notStored);
    }
    setText("");
    onAnchor(undefined);
    setIsOpen(false);
    opener.current?.focus();
    sendQueued();
  }

  async function remove(entry: Entry) {
    await discard(entry.id);
    const { anchor } = entry.call.body as { anchor?: Anchor };
    if (anchor) onAnchor(anchor);
    setText((before) => [before, entry.text].filter(Boolean).join("\n"));
    setIsOpen(true);
  }

  return (
    <div className="later">
      {queued.length > 0 && <QueuedList queued={queued} onRemove={(entry) => void remove(entry)} />}
      {isShown && (
        <form className="later-form" onSubmit={(event) => void submit(event)}>
          <Field ref={field} text={text} onText={setText} onLeave={() => setIsOpen(false)} />
          <Hint anchor={anchor} book={book} />
          <Button type="submit" kind="primary">{texts.store}</Button>
        </form>
      )}
      {isOffered && !isShown && <Button ref={opener} icon="pencil" onClick={() => setIsOpen(true)}>{texts.open}
      </Button>}
    </div>
  );
}

function useQueued(groupId: string): Entry[] {
  const [queued, setQueued] = useState<Entry[]>([]);
  useEffect(() => {
    addOutboxStyle();
    return watchQueued(groupId, setQueued);
  }, []);
  return queued;
}

function useStoredText(draft: DraftPlace) {
  const [text, setText] = useState(() => readDraft(draft) ?? "");
  useEffect(() => storeDraft(draft, text || null), [text]);
  return [text, setText] as const;
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

const QueuedList = ({ queued, onRemove }: { queued: Entry[]; onRemove: (entry: Entry) => void }) => (
  <ul className="later-list" aria-label={texts.list}>
    {queued.map((entry) => (
      <li key={entry.id}>
        <div>
          <p dir="auto">{entry.text}</p>
          <small>{texts.waits}</small>
        </div>
        <Button
          icon="close"
          onClick={() => onRemove(entry)}
        >
          {texts.remove}
        </Button>
      </li>
    ))}
  </ul>
);

interface FieldProps {
  ref: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText: (text: string) => void;
  onLeave: () => void;
}

const Field = ({ ref, text, onText, onLeave }: FieldProps) => (
  <label>
    {texts.label}
    <textarea
      ref={ref}
      dir="auto"
      maxLength={message.max}
      value={text}
      aria-describedby="later-hint"
      onChange={(event) => onText(event.currentTarget.value)}
      onKeyDown={(event) => event.key === "Escape" && !text && onLeave()}
    />
  </label>
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
