/**
 * Plain forms without a connection. One with `data-outbox="PUT /questions/ID/answer"` is put into the outbox as that
 * call, with its fields as the body; a GET of its address leads to where it is shown then. Any other form would lose
 * what was typed with the page: it is not sent, or its page stays as it is (see the service worker), and says so.
 */
import { unsentFormTexts as texts } from "../../server/contract/unsent_form_texts.ts";
import { failureText } from "../runtime/api.ts";
import { formNotSent } from "../runtime/form_not_sent.ts";
import { deliver } from "../runtime/outbox.ts";
import { randomId } from "../runtime/random_id.ts";
import { deferToast, showToast } from "../runtime/toast.ts";

/** Takes care of the forms that no island does. */
export function watchForms(): void {
  if (!document.documentElement.dataset.viewer) return;
  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || form.method !== "post") return;
    if (form.dataset.outbox) {
      event.preventDefault();
      void send(form, form.dataset.outbox);
    } else if (isSurelyOffline()) {
      event.preventDefault();
      refuse();
    }
  });
  navigator.serviceWorker?.addEventListener("message", ({ data }) => data === formNotSent && refuse());
}

const refuse = () => showToast("error", texts.needsConnection);

/** The other answer means little: a network that leads nowhere counts as a connection. */
const isSurelyOffline = () => !navigator.onLine;

const sending = new WeakSet<HTMLFormElement>();

async function send(form: HTMLFormElement, call: string): Promise<void> {
  if (sending.has(form)) return;
  sending.add(form);
  const [method, path] = call.split(" ") as ["PUT" | "POST", string];
  const fields = Object.fromEntries([...new FormData(form)].filter(([name]) => name !== "formKey"));
  // What is added is added once, however often it is sent.
  const body = method === "POST" ? { clientId: randomId(), ...fields } : fields;
  const item = { kind: "answer" as const, key: call, text: String(fields.content ?? ""), call: { method, path, body } };
  try {
    const answer = await deliver<{ message?: string }>(item, { replaces: method === "PUT" });
    form.reset();
    if (!answer) return showToast("info", texts.stored);
    if (answer.message) deferToast("success", answer.message);
    location.assign(form.action);
  } catch (error) {
    showToast("error", failureText(error, texts.refused));
  } finally {
    sending.delete(form);
  }
}
