import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import type { Anchor, Message } from "../../../server/contract/chat/shapes.ts";
import { showToast } from "../../runtime/toast.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import type { Controls } from "../actions/controls.ts";
import { sendProblem } from "../state/pending.ts";
import { useShared } from "../useChat.ts";
import { ComposerHead } from "./ComposerHead.tsx";
import { type Purpose, useEditing } from "./useEditing.ts";
import { AttachButton, pasteFiles, useFileDrop } from "../files/AttachButton.tsx";
import { attachedTo, type Attachments } from "../files/useAttachments.ts";
import { MessageField, useDisabled } from "./MessageField.tsx";
import { useDraft } from "./useDraft.ts";
import { useMentions } from "./useMentions.ts";
import { anchorsTexts } from "../../../server/contract/chat/texts.ts";

interface Props {
  action: string;
  formKey: string;
  typed?: string;
  clientId?: string;
  readOnly?: boolean;
  /** For people without script. */
  preview?: ReactNode;
  attachments: Attachments;
  controls: Controls | undefined;
  onAnchor: (next: Anchor | undefined) => void;
  onChooseEmoji: (button: HTMLElement) => void;
  onChooseAnchor: () => void;
  purpose: Purpose | undefined;
  onPurpose: (next: Purpose | undefined) => void;
  onEdit: (message: Message) => void;
  onFocus: () => void;
}

export function Composer({ action, formKey, typed, clientId, attachments, purpose, onPurpose, ...props }: Props) {
  const { chat, state: { anchor, connection, members, messages }, books, isHydrated } = useShared();
  const input = useRef<HTMLTextAreaElement>(null);
  const { candidatesFor } = props.controls ?? {};
  const mentions = useMentions(input, { members, viewerId: chat.view.viewer.id, candidatesFor });
  const { edited, ...editing } = useEditing(input, chat, { purpose, onPurpose });
  const disabled = isHydrated && connection !== "joined";
  useDisabled(input, disabled);
  useEffect(() => void (anchor && input.current!.focus()), [anchor]);
  useDraft(input, chat, { draftIn: editing.draftIn, typed, clientId });
  useFileDrop(input, attachments.add);

  function submit(event: { preventDefault(): void }) {
    event.preventDefault();
    if (props.readOnly) return;
    const content = input.current!.value.trim();
    const attached = attachedTo(attachments);
    const { files } = edited ?? attached;
    const replyTo = purpose?.kind === "reply" ? purpose.quote : null;
    const draft = { content, replyTo, files, anchor: anchor ?? null };
    const problem = sendProblem(chat.store.getState(), draft) ?? (edited ? undefined : attached.problem);
    if (problem) return showToast(content || files.length > 0 ? "error" : "info", problem);
    mentions.close();
    if (edited) return void editing.save(content);
    input.current!.value = "";
    chat.sender.send(draft);
    attachments.clear();
    props.onAnchor(undefined);
    editing.done();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && purpose) return editing.done();
    if (event.key !== "ArrowUp" || input.current!.value || purpose) return;
    event.preventDefault();
    const last = messages.findLast(({ userId, deletedAt }) => userId === chat.view.viewer.id && !deletedAt);
    if (last) props.onEdit(last);
  }

  function onInput() {
    const { value } = input.current!;
    if (edited) editing.keep(value);
    else if (value.trim()) chat.typing();
  }

  return (
    <form method="post" encType="multipart/form-data" action={action} className="composer" onSubmit={submit}>
      <input type="hidden" name="formKey" value={formKey} />
      <ComposerHead
        purpose={purpose}
        overwrites={editing.overwrites}
        onCancel={editing.done}
        anchor={edited ? undefined : anchor}
        onRemoveAnchor={() => {
          props.onAnchor(undefined);
          input.current!.focus();
        }}
        attachments={attachments}
        mentions={mentions}
        controls={props.controls}
      />
      {!edited && <AttachButton disabled={disabled} onFiles={attachments.add} />}
      <MessageField
        ref={input}
        defaultValue={typed}
        readOnly={props.readOnly}
        mentions={mentions}
        onEnter={submit}
        onKeyDown={onKeyDown}
        onInput={onInput}
        onPaste={pasteFiles(attachments.add)}
        onFocus={props.onFocus}
      />
      {isHydrated && <ChooseButtons {...props} disabled={disabled} hasPages={!!books?.length && !edited} />}
      <noscript>{props.preview}</noscript>
      <SendButton isEdit={edited !== undefined} disabled={disabled} busy={editing.saving} />
    </form>
  );
}

interface ChooseProps extends Pick<Props, "onChooseAnchor" | "onChooseEmoji"> {
  disabled: boolean;
  hasPages: boolean;
}

const ChooseButtons = ({ disabled, hasPages, onChooseAnchor, onChooseEmoji }: ChooseProps) => (
  <>
    {hasPages && (
      <Button
        className="choose-page"
        icon="book"
        aria-label={anchorsTexts.choose}
        title={anchorsTexts.choose}
        disabled={disabled}
        aria-haspopup="dialog"
        onClick={onChooseAnchor}
      >
        Page
      </Button>
    )}
    <IconButton
      className="choose-emoji"
      icon="smile"
      label="Emoji"
      disabled={disabled}
      aria-haspopup="dialog"
      onClick={(event) => onChooseEmoji(event.currentTarget)}
    />
  </>
);

interface SendProps {
  isEdit: boolean;
  disabled: boolean;
  busy: boolean;
}

function SendButton({ isEdit, disabled, busy }: SendProps) {
  const button = useRef<HTMLButtonElement>(null);
  useDisabled(button, disabled);
  return (
    <Button
      ref={button}
      type="submit"
      kind="primary"
      icon={isEdit ? "check" : "send"}
      busy={busy}
      // The focus stays where it is: in a low window the page gives way to it, and would move the button away.
      onMouseDown={(event) => event.preventDefault()}
    >
      {isEdit ? "Save" : "Send"}
    </Button>
  );
}
