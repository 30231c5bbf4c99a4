import type { ReactNode } from "react";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import type { ActiveMessage } from "../actions/useActiveMessage.ts";
import type { Controls } from "../actions/useControls.ts";
import type { MessageCalls } from "../actions/useMessageActions.ts";
import type { OverlayState } from "../actions/useOverlay.ts";
import { RevealForm } from "../anchors/RevealForm.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { useShared } from "../context.ts";
import type { MessageActions } from "./message_props.ts";
import { Messages } from "./Messages.tsx";
import { PlainLink } from "./PlainLink.tsx";
import type { Scrolling } from "./useReversedScroll.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";

interface Props {
  box: Scrolling;
  pointed: ActiveMessage;
  actions: MessageActions;
  calls: MessageCalls;
  controls: Controls | undefined;
  panel: OverlayState;
  earlier: string | undefined;
  open: number | undefined;
  forms: ReactNode;
  onLatest: () => void;
}

export function MessagesBox({ box, pointed, actions, calls, controls, panel, earlier, open, forms, onLatest }: Props) {
  const { state, isHydrated } = useShared();
  const { overlay } = panel;
  const inUse = overlay?.kind === "menu" ? overlay.message.seq : pointed.active;

  function beside(message: Message) {
    if (!message.veiled) return toolsOf(message);
    const tabIndex = isHydrated && message.seq !== pointed.focused ? -1 : undefined;
    return (
      <>
        <RevealForm message={message} tabIndex={tabIndex} onReveal={calls.reveal} />
        {toolsOf(message)}
      </>
    );
  }

  function toolsOf(message: Message) {
    if (message.deletedAt) return undefined;
    // What a `noscript` holds is neither drawn nor hydrated where there is script.
    if (open === message.seq && !isHydrated) return <noscript>{forms}</noscript>;
    if (!controls || state.connection === "closed" || message.seq !== inUse) return undefined;
    return (
      <controls.MessageTools
        onReply={message.veiled ? undefined : () => calls.reply(message)}
        onMenu={(menu, button) => panel.open({ kind: "menu", menu, message, button })}
      />
    );
  }

  // New messages are read out politely; until its messages are stops of Tab, the box is.
  return (
    <>
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
          marked={box.marked}
          reachable={pointed.focused}
          actions={isHydrated ? actions : undefined}
          beside={beside}
        />
        {earlier && <PlainLink href={earlier} text={chatTexts.earlier} />}
      </div>
      {box.isFarUp && (
        <IconButton
          className="to-latest"
          icon="arrow-down"
          label={chatTexts.latest}
          onClick={onLatest}
        />
      )}
    </>
  );
}
