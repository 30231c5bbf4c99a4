import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { Anchor, Quote, Storage } from "../server/contract/chat/shapes.ts";
import { useActiveMessage } from "./chat/actions/useActiveMessage.ts";
import { useOverlay } from "./chat/actions/useOverlay.ts";
import { loadControls } from "./chat/actions/controls.ts";
import { useMessageActions } from "./chat/actions/useMessageActions.ts";
import { Composer } from "./chat/composer/Composer.tsx";
import type { Purpose } from "./chat/composer/useEditing.ts";
import { usePinBar } from "./chat/find/usePinBar.ts";
import { ConnectionLine } from "./chat/offline/ConnectionLine.tsx";
import { lastSeqOf } from "./chat/state/state.ts";
import { ChatContext, type ChatProps, useChat } from "./chat/useChat.ts";
import { useAttachments } from "./chat/files/useAttachments.ts";
import { followOwnLink, useGoTo } from "./chat/messages/go_to.ts";
import { MarkRead, MessagesBox, PlainLink } from "./chat/messages/Messages.tsx";
import { useReading } from "./chat/messages/useReading.ts";
import { useReversedScroll } from "./chat/messages/useReversedScroll.ts";
import { ChatTools } from "./chat/presence/ChatTools.tsx";
import { TypingLine } from "./chat/presence/TypingLine.tsx";
import { on } from "./runtime/events.ts";
import { useLate } from "./runtime/useLate.ts";
import { useRole } from "./groups/useRole.ts";
import { chatTexts } from "../server/contract/chat/texts.ts";

interface Props extends ChatProps {
  formKey: string;
  action: string;
  earlier?: string;
  latest?: string;
  open?: number;
  children?: ReactNode;
  /** For people without script. */
  preview?: ReactNode;
  reply?: Quote;
  storage?: Storage;
  /** A conversation in which nobody can write: what was begun before stays, to be copied. */
  readOnly?: boolean;
}

export function Chat(props: Props) {
  const { earlier, latest, open, reply } = props;
  const shared = useChat(props, useRole(props.groupId, props.role));
  const { chat, state, isHydrated } = shared;
  const { groupId } = chat.view;
  const [purpose, setPurpose] = useState<Purpose | undefined>(reply && { kind: "reply", quote: reply });
  const setAnchor = (anchor: Anchor | undefined) => chat.store.dispatch({ type: "anchored", anchor });
  const attachments = useAttachments(chat, props.storage);
  const box = useReversedScroll(chat, open);
  const pointed = useActiveMessage();
  const { loaded: controls, prepare, load } = useLate(loadControls);
  const panel = useOverlay(chat, load);
  usePinBar(chat);
  const calls = useMessageActions(chat, (purpose) => {
    setPurpose(purpose);
    const quoted = purpose.kind === "reply" ? chat.history.find(purpose.quote.seq) : undefined;
    if (quoted?.anchor) setAnchor(quoted.anchor);
  });
  const isInUse = pointed.active !== undefined || purpose !== undefined || attachments.list.length > 0;
  const goTo = useGoTo(chat.history, box, panel.clear);
  useEffect(() => on("pageChosen", setAnchor), []);
  useReading(box.ref, chat);
  useEffect(() => isInUse ? prepare() : undefined, [isInUse]);

  const isClosed = state.connection === "closed";
  const actions = useMemo(
    () => ({ show: goTo, react: isClosed ? undefined : calls.react }),
    [isClosed],
  );
  return (
    <ChatContext value={shared}>
      <section className="chat" aria-label="Chat" onClick={followOwnLink(groupId, actions.show)}>
        <MessagesBox
          box={box}
          pointed={pointed}
          actions={actions}
          calls={calls}
          controls={controls}
          panel={panel}
          earlier={earlier}
          open={open}
          forms={props.children}
          onLatest={() => goTo("end")}
        />
        <TypingLine />
        {latest && <PlainLink href={latest} text={chatTexts.latest} />}
        {!latest && props.newAfter !== undefined && <MarkRead groupId={groupId} seq={lastSeqOf(state)} />}
        {isHydrated && <ChatTools />}
        <ConnectionLine onAnchor={setAnchor} />
        <Composer
          {...props}
          attachments={attachments}
          controls={controls}
          onAnchor={setAnchor}
          onChooseEmoji={(button) => panel.open({ kind: "emoji", button })}
          onChooseAnchor={() => panel.open({ kind: "anchor", anchor: state.anchor })}
          purpose={purpose}
          onPurpose={setPurpose}
          onFocus={() => {
            prepare();
            void chat.loadMembers();
          }}
          onEdit={calls.edit}
        />
        {panel.overlay && controls && (
          <controls.MessageOverlay
            overlay={panel.overlay}
            calls={calls}
            onShow={actions.show}
            onAnchor={setAnchor}
            onChange={panel.open}
            onClose={panel.close}
          />
        )}
      </section>
    </ChatContext>
  );
}
