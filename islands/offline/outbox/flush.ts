/** Sends what waits, in a window or in the service worker. */
import { viewerHeader } from "../../../server/contract/site/limits.ts";
import { openWindows } from "./window.ts";
import {
  type Answer,
  changeEach,
  entriesOf,
  type Entry,
  type Outcome,
  type Refusal,
  remove,
  report,
} from "./entries.ts";

/** In whose name, and where to. */
export interface Sender {
  viewerId: string;
  api: string;
  /** The token of a window that has one; otherwise the cookie says who calls. */
  authorization?: string;
}

/** Milliseconds after which a line without an answer counts as dead. */
const answerTimeout = 20_000;

/**
 * Sends what waits of one account, in order, one browser-wide sender at a time.
 *
 * @returns whether nothing is left to be tried again
 */
export function flush(sender: Sender): Promise<boolean> {
  // Plain http has no locks: then two windows may send the same, which the server takes once.
  const { locks } = navigator;
  return locks ? locks.request("chapterhouse.outbox", () => sendAll(sender)) : sendAll(sender);
}

async function sendAll(sender: Sender): Promise<boolean> {
  /** The keys that wait for an entry of theirs that failed now. */
  const delayed = new Set<string>();
  for (;;) {
    const entry = (await waiting(sender.viewerId)).find(({ key }) => !delayed.has(key));
    if (!entry) return delayed.size === 0;
    const answer = await send(entry, sender);
    const outcome = outcomeOf(entry, answer);
    await record(entry, outcome, answer);
    report({ type: "tried", entry, outcome, answer });
    if (outcome === "stopped" || !answer) return false;
    if (outcome === "waits") delayed.add(entry.key);
  }
}

/** Those that can be sent, and that no open window sends itself. */
export async function waiting(viewerId: string): Promise<Entry[]> {
  const [entries, windows] = await Promise.all([entriesOf(viewerId), openWindows()]);
  return entries.filter(({ refusal, window }) => !refusal && !(window && windows.has(window)));
}

/** @returns undefined where there was no answer of the server */
async function send({ call, viewerId }: Entry, { api, authorization }: Sender): Promise<Answer | undefined> {
  try {
    const response = await fetch(api + call.path, {
      method: call.method,
      headers: {
        "Content-Type": "application/json",
        [viewerHeader]: viewerId,
        ...(authorization && { Authorization: authorization }),
      },
      credentials: "include",
      body: JSON.stringify(call.body),
      signal: AbortSignal.timeout(answerTimeout),
    });
    const answer = await response.json().catch(() => undefined);
    // Such as the page of a network where one has to log in first.
    if (response.ok && answer === undefined) return undefined;
    return { status: response.status, body: answer ?? {} };
  } catch (error) {
    console.warn(error);
  }
}

function outcomeOf(entry: Entry, answer: Answer | undefined): Outcome {
  if (!answer || answer.status === 408 || answer.status === 429 || answer.status >= 500) return "waits";
  if (answer.status < 300 || isSavedAlready(entry, answer)) return "sent";
  return answer.status === 401 || codeOf(answer) === "other_viewer" ? "stopped" : "refused";
}

const codeOf = ({ body }: Answer) => (body as { code?: string } | null)?.code;

const noteOf = (answer: Answer | undefined) =>
  (answer?.body as { note?: { content: string; updatedAt: string | null } } | undefined)?.note;

/** The answer to an earlier try may have been lost: then this very note is in conflict with itself. */
const isSavedAlready = ({ kind, call }: Entry, answer: Answer): boolean =>
  kind === "note" && answer.status === 409 && noteOf(answer)?.content === call.body.content;

/** Stores what has become of an entry. */
async function record(entry: Entry, outcome: Outcome, answer: Answer | undefined): Promise<void> {
  if (outcome === "sent") await remove(entry.id);
  if (outcome === "sent" && entry.kind === "note") return await rebase(entry, noteOf(answer)?.updatedAt ?? null);
  const refusal = outcome === "refused"
    ? { status: answer!.status, failure: answer!.body as Refusal["failure"] }
    : undefined;
  // Where the server cannot be reached, the others were tried in vain too.
  const isTried = ({ id }: Entry) => id === entry.id || !answer;
  await changeEach(entry.viewerId, (one) => {
    if (!isTried(one)) return undefined;
    return { ...one, tries: one.tries + 1, refusal: one.id === entry.id ? refusal : one.refusal };
  });
}

/** What was typed on while a note was sent began from what is stored now. */
const rebase = (sent: Entry, updatedAt: string | null): Promise<void> =>
  changeEach(sent.viewerId, (later) => {
    const { body } = later.call;
    if (later.key !== sent.key || body.baseUpdatedAt !== sent.call.body.baseUpdatedAt) return undefined;
    return { ...later, call: { ...later.call, body: { ...body, baseUpdatedAt: updatedAt } } };
  });
