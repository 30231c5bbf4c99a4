import { Icon } from "../../islands/ui/Icon.tsx";
import { IconButton } from "../../islands/ui/IconButton.tsx";
import type { Flash } from "../../server/http/cookies.ts";
import { outcomeIcons } from "../../server/contract/site/limits.ts";

/**
 * The place of the toasts, with those of the server. A script adds more to `#toasts`: it clones the one in
 * `#toast-template`, and sets its `data-kind`, the address of its icon, and its `[data-text]`.
 */
export function Toasts({ toasts }: { toasts: Flash[] }) {
  return (
    <section aria-label="Notifications">
      <ol className="toasts" id="toasts" aria-live="polite">
        {toasts.map((toast, index) => <Toast key={index} {...toast} />)}
      </ol>
      <template id="toast-template">
        <Toast kind="info" text="" />
      </template>
    </section>
  );
}

function Toast({ kind, text }: Flash) {
  return (
    <li className="toast" data-kind={kind}>
      <Icon name={outcomeIcons[kind]} />
      <p className="toast-text" data-text>{text}</p>
      <IconButton icon="close" label="Dismiss" />
    </li>
  );
}
