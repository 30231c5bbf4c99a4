import { type FormEvent, useEffect, useRef, useState } from "react";
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
import type { GroupView } from "../../runtime/socket.ts";
import type { Connection } from "../connection/reducer.ts";
import { sendLater, storeLater, watchLater } from "./waiting.ts";
import { message } from "../../../server/contract/chat/limits.ts";

const texts = outboxTexts.later;

interface Props {
  view: GroupView;
  connection: Connection;
  /** The page that the composer is about: what is written here is about it too. */
  anchor: Anchor | undefined;
  book: AnchorBook | undefined;
  onAnchor: (next: Anchor | undefined) => void;
}

/** A box of its own to write in while the chat is not connected, and what was written there and is not sent yet. */
export function WriteLater({ view, connection, anchor, book, onAnchor }: Props) {
  const draft: DraftPlace = { kind: "later", viewerId: view.viewer.id, of: view.groupId };
  const [waiting, setWaiting] = useState<Entry[]>([]);
  const [text, setText] = useState(() => readDraft(draft) ?? "");
  const [isOpen, setIsOpen] = useState(false);
  const [wasAway, setWasAway] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    addOutboxStyle();
    return watchLater(view.groupId, setWaiting);
  }, []);
  // Drawn together with the connection: what comes a moment later moves the messages under a reader.
  const isAway = connection === "connecting" ? wasAway : connection !== "joined";
  useEffect(() => {
    if (connection === "joined") sendLater();
    setWasAway(isAway);
  }, [connection]);
  useEffect(() => storeDraft(draft, text || null), [text]);
  useEffect(() => isOpen ? field.current?.focus() : undefined, [isOpen]);

  const isOffered = isAway && connection !== "closed";
  // What somebody is typing stays when the connection is back.
  const isShown = (isOpen || text !== "") && connection !== "closed";
  if (!isOffered && !isShown && waiting.length === 0) return null;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const content = text.trim();
    if (!content) return field.current!.focus();
    try {
      await storeLater(view.groupId, { content, anchor });
    } catch (error) {
      console.warn(error);
      return showToast("error", texts.notStored);
    }
    setText("");
    onAnchor(undefined);
    setIsOpen(false);
    opener.current?.focus();
    sendLater();
  }

  /** It goes back into the box, so that it can be changed. */
  async function remove(entry: Entry) {
    await discard(entry.id);
    const { anchor } = entry.call.body as { anchor?: Anchor };
    if (anchor) onAnchor(anchor);
    setText((before) => [before, entry.text].filter(Boolean).join("\n"));
    setIsOpen(true);
  }

  return (
    <div className="later">
      {waiting.length > 0 && (
        <ul className="later-list" aria-label={texts.list}>
          {waiting.map((entry) => (
            <li key={entry.id}>
              <div>
                <p dir="auto">{entry.text}</p>
                <small>{texts.waits}</small>
              </div>
              <Button icon="close" onClick={() => void remove(entry)}>{texts.remove}</Button>
            </li>
          ))}
        </ul>
      )}
      {isShown && (
        <form className="later-form" onSubmit={(event) => void submit(event)}>
          <label>
            {texts.label}
            <textarea
              ref={field}
              dir="auto"
              maxLength={message.max}
              value={text}
              aria-describedby="later-hint"
              onChange={(event) => setText(event.currentTarget.value)}
              onKeyDown={(event) => event.key === "Escape" && !text && setIsOpen(false)}
            />
          </label>
          <p className="later-hint" id="later-hint">
            {texts.hint}
            {anchor && (
              <>
                {` ${texts.about} `}
                <AnchorName anchor={anchor} book={book} />
              </>
            )}
          </p>
          <Button type="submit" kind="primary">{texts.store}</Button>
        </form>
      )}
      {isOffered && !isShown && <Button ref={opener} icon="pencil" onClick={() => setIsOpen(true)}>{texts.open}
      </Button>}
    </div>
  );
}
