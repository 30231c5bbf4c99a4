import { Icon } from "./Icon.tsx";
import { IconButton } from "./IconButton.tsx";
import { type Outcome, outcomeIcons } from "./Notice.tsx";

export interface ToastProps {
  kind: Outcome;
  text: string;
}

/**
 * The place of the toasts, with those the server has to say. A script adds more to `#toasts`: it clones from
 * `#toast-template` the one with the right `data-kind`, and writes its `[data-text]`.
 */
export function Toasts({ toasts }: { toasts: readonly ToastProps[] }) {
  return (
    <section aria-label="Notifications">
      <ol className="toasts" id="toasts" aria-live="polite">
        {toasts.map((toast, index) => <Toast key={index} {...toast} />)}
      </ol>
      <template id="toast-template">
        <Toast kind="success" text="" />
        <Toast kind="error" text="" />
        <Toast kind="info" text="" />
      </template>
    </section>
  );
}

export function Toast({ kind, text }: ToastProps) {
  return (
    <li className="toast" data-kind={kind}>
      <Icon name={outcomeIcons[kind]} />
      <p className="toast-text" data-text>{text}</p>
      <IconButton icon="close" label="Dismiss" />
    </li>
  );
}
