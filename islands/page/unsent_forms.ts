/**
 * Plain forms without a connection, and those of islands that are not alive yet. One with
 * `data-outbox="PUT /questions/ID/answer"` is put into the outbox as that call, with its fields as the body; a GET of
 * its address leads to where it is shown then. Any other form, or one sent by a button with `data-online`, would lose
 * what was typed with the page: it is not sent, or its page stays as it is (see the service worker), and says so.
 */
import { unsentFormTexts as texts } from "../../server/contract/site/texts.ts";
import { ApiError, failureText } from "../runtime/api.ts";
import { formNotSent } from "../../server/contract/site/limits.ts";
import { localIso } from "../runtime/reader_locale.ts";
import { deliver } from "../offline/outbox/deliver.ts";
import type { Item } from "../offline/outbox/entries.ts";
import { randomId } from "../runtime/random_id.ts";
import { deferToast, showToast } from "../runtime/toast.ts";

/** Takes care of the forms that no island does. */
export function watchForms(): void {
  if (!document.documentElement.dataset.viewer) return;
  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || form.method !== "post") return;
    const { submitter } = event as SubmitEvent;
    if (form.dataset.outbox && !submitter?.matches("[data-online]")) {
      event.preventDefault();
      void send(form, submitter);
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

async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  if (sending.has(form)) return;
  sending.add(form);
  const item = itemOf(form, submitter);
  const isAdded = item.kind === "answer" && item.call.method === "POST";
  try {
    const answer = await deliver<{ message?: string }>(item, { replaces: !isAdded });
    // A page or a note stays in sight, where the next change is made.
    if (item.kind === "answer" && itemOf(form, submitter).text === item.text) form.reset();
    if (!answer) return showToast("info", texts.stored);
    if (answer.message) deferToast("success", answer.message);
    location.assign(form.action);
  } catch (error) {
    // The page that answers has both texts.
    if (error instanceof ApiError && error.status === 409) return form.submit();
    showToast("error", failureText(error, texts.refused));
  } finally {
    sending.delete(form);
  }
}

function itemOf(form: HTMLFormElement, submitter: HTMLElement | null): Item {
  const { outbox = "", key = outbox } = form.dataset;
  const kind = (form.dataset.kind ?? "answer") as Item["kind"];
  const [method, path] = outbox.split(" ") as ["PUT" | "POST", string];
  const fields = Object.fromEntries([...new FormData(form, submitter)].filter(([name]) => name !== "formKey"));
  const text = String(fields.content ?? Object.values(fields)[0]);
  return { kind, key, text, call: { method, path, body: { ...fields, ...beside({ kind, method }) } } };
}

/** An answer is added once, however often it is sent; a page was turned when it was chosen, not when it arrives. */
function beside({ kind, method }: { kind: Item["kind"]; method: string }) {
  if (kind === "page") return { at: localIso(new Date()) };
  return kind === "answer" && method === "POST" ? { clientId: randomId() } : {};
}
