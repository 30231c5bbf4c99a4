import { type KeyboardEvent, type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { AnchorBook } from "../../../server/contract/chat/anchors.ts";
import type { Anchor, MemberDirectory } from "../../../server/contract/chat/shapes.ts";
import { failureText, serverFailure } from "../../runtime/api.ts";
import { type DraftPlace, readDraft, storeDraft } from "../../offline/drafts.ts";
import { showToast } from "../../runtime/toast.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { bookOf } from "../anchors/AnchorLine.tsx";
import { ComposerAnchor } from "../anchors/ComposerAnchor.tsx";
import type { Extras } from "../actions/useExtras.ts";
import { editMessage } from "../connection/calls.ts";
import type { ChatConnection } from "../connection/connection.ts";
import { ComposerTop, type Edit, type Purpose } from "./ComposerTop.tsx";
import { AttachButton } from "../files/AttachButton.tsx";
import { attachedTo, type Attachments } from "../files/useAttachments.ts";
import { pasteFiles, useFileDrop } from "../files/useFileDrop.ts";
import { StorageLine } from "../files/StorageLine.tsx";
import { useOutbox } from "../connection/outbox.ts";
import { sendProblem } from "../connection/reducer.ts";
import { useDisabled } from "./useDisabled.ts";
import { useFinePointer } from "./useFinePointer.ts";
import { useMentions } from "./useMentions.ts";
import { anchorsTexts, chatTexts } from "../../../server/contract/chat/texts.ts";

interface Props {
  chat: ChatConnection;
  members: MemberDirectory;
  action: string;
  /** Which form this is: without script, what tells a second press from a second message. */
  formKey: string;
  typed: string | undefined;
  attachments: Attachments;
  extras: Extras | undefined;
  disabled: boolean;
  books: AnchorBook[];
  /** The page that it is about. */
  anchor: Anchor | undefined;
  onAnchor: (next: Anchor | undefined) => void;
  /** Undefined where there is no book to choose a page of. */
  onChooseAnchor: (() => void) | undefined;
  purpose: Purpose | undefined;
  onPurpose: (next: Purpose | undefined) => void;
  onEditLast: () => void;
  onFocus: () => void;
}

/** The box a message is written in. Where Enter sends, Shift and Enter begin a new line. */
export function Composer(
  { chat, members, action, formKey, typed, attachments, extras, disabled, books, anchor, purpose, onPurpose, ...on }:
    Props,
) {
  const input = useRef<HTMLTextAreaElement>(null);
  const sendButton = useRef<HTMLButtonElement>(null);
  /** What was being written before a message was edited. */
  const draft = useRef<string>(undefined);
  const [saving, setSaving] = useState(false);
  const enterSends = useFinePointer();
  const mentions = useMentions(input, { members, viewerId: chat.view.viewer.id });
  const isOffering = mentions.candidates.length > 0;
  const editing = purpose?.kind === "edit" ? purpose : undefined;
  const quote = purpose?.kind === "reply" ? purpose.quote : undefined;
  const edited = editing && chat.find(editing.seq);
  /** What the message was changed to elsewhere, if that was shown when it was to be saved. */
  const [elsewhere, setElsewhere] = useState<string>();
  /** Where a change of a message is stored while it is being written. */
  const changeOf = ({ id }: Edit): DraftPlace => ({
    kind: "draft",
    viewerId: chat.view.viewer.id,
    of: `message ${id}`,
  });
  function onDone() {
    if (editing) storeDraft(changeOf(editing), null);
    onPurpose(undefined);
  }
  useDisabled(input, disabled);
  useDisabled(sendButton, disabled);
  useEffect(() => void (anchor && input.current!.focus()), [anchor]);
  useOutbox(input, chat, (field) => draft.current ?? field.value);
  useFileDrop(input, attachments.add);

  useEffect(() => edited?.deletedAt ? keepAsDraft(editing!) : undefined, [edited?.deletedAt]);

  useLayoutEffect(() => {
    const field = input.current!;
    setElsewhere(undefined);
    if (editing) {
      draft.current ??= field.value;
      field.value = readDraft(changeOf(editing)) ?? editing.content;
    } else if (draft.current !== undefined) {
      field.value = draft.current;
      draft.current = undefined;
    }
    if (purpose) field.focus();
  }, [purpose]);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const content = input.current!.value.trim();
    const attached = attachedTo(attachments);
    const { files } = editing ?? attached;
    const problem = sendProblem(chat.getState(), content, files) ?? (editing ? undefined : attached.problem);
    if (problem) return showToast(content || files.length > 0 ? "error" : "info", problem);
    mentions.close();
    if (editing) return void save(editing, content);
    input.current!.value = "";
    chat.send({ content, replyTo: quote, files, anchor });
    attachments.clear();
    on.onAnchor(undefined);
    onDone();
  }

  async function save({ id, content: before }: Edit, content: string) {
    if (content === before) return onDone();
    if (edited && ![before, content, elsewhere].includes(edited.content)) return setElsewhere(edited.content);
    setSaving(true);
    try {
      chat.receive(await editMessage(chat.view.groupId, id, content));
      onDone();
    } catch (error) {
      if (serverFailure(error).code === "message_not_found") keepAsDraft(editing!);
      else showToast("error", failureText(error, chatTexts.editFailed));
    } finally {
      setSaving(false);
    }
  }

  /** What was typed for a message that was deleted becomes a draft, below what was being written before. */
  function keepAsDraft({ content }: Edit) {
    const typed = input.current!.value;
    if (typed !== content) draft.current = [draft.current, typed].filter(Boolean).join("\n");
    storeDraft(changeOf(editing!), null);
    onPurpose({ kind: "deleted" });
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, shiftKey, nativeEvent } = event;
    if (mentions.onKeyDown(event) || nativeEvent.isComposing) return;
    if (enterSends && key === "Enter" && !shiftKey) submit(event);
    else if (key === "Escape" && purpose) onDone();
    else if (key === "ArrowUp" && !input.current!.value && !purpose) {
      event.preventDefault();
      on.onEditLast();
    }
  }

  function onInput() {
    mentions.update();
    const { value } = input.current!;
    if (editing) storeDraft(changeOf(editing), value === editing.content ? null : value);
    else if (value.trim()) chat.typing();
  }

  return (
    <form method="post" encType="multipart/form-data" action={action} className="composer" onSubmit={submit}>
      <input type="hidden" name="formKey" value={formKey} />
      {quote && <input type="hidden" name="replyTo" value={quote.id} />}
      {purpose && (
        <ComposerTop purpose={purpose} members={members} overwrites={elsewhere !== undefined} onCancel={onDone} />
      )}
      {anchor && !editing && (
        <ComposerAnchor
          groupId={chat.view.groupId}
          anchor={anchor}
          book={bookOf(books, anchor)}
          onRemove={() => {
            on.onAnchor(undefined);
            input.current!.focus();
          }}
        />
      )}
      {extras && attachments.list.length > 0 && <extras.AttachmentList {...attachments} />}
      {attachments.storage && <StorageLine {...attachments.storage} />}
      {extras && isOffering && <extras.MentionList {...mentions} members={members} />}
      {!editing && <AttachButton disabled={disabled} onFiles={attachments.add} />}
      <textarea
        ref={input}
        name="content"
        autoComplete="off"
        dir="auto"
        rows={1}
        enterKeyHint={enterSends ? "send" : "enter"}
        aria-label="Message"
        aria-autocomplete="list"
        aria-controls={isOffering ? mentions.listId : undefined}
        aria-activedescendant={isOffering ? mentions.optionId(mentions.selected) : undefined}
        placeholder={chatTexts.placeholder}
        defaultValue={typed}
        onKeyDown={onKeyDown}
        onInput={onInput}
        // The caret may leave the mention that is being typed.
        onSelect={isOffering ? mentions.update : undefined}
        onPaste={pasteFiles(attachments.add)}
        onFocus={on.onFocus}
        onBlur={mentions.close}
      />
      {on.onChooseAnchor && !editing && (
        <IconButton
          className="choose-page"
          icon="book"
          label={anchorsTexts.choose}
          aria-haspopup="dialog"
          disabled={disabled}
          onClick={on.onChooseAnchor}
        />
      )}
      <Button
        ref={sendButton}
        type="submit"
        kind="primary"
        icon={editing ? "check" : "send"}
        busy={saving}
        // The focus stays where it is: in a low window the page gives way to it, and would move the button away.
        onMouseDown={(event) => event.preventDefault()}
      >
        {editing ? "Save" : "Send"}
      </Button>
    </form>
  );
}
