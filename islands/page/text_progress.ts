/** The reader's place in a text: sent when a page of their copy is turned by it, and as the page is left. */
import type { Answer } from "../../routes/api/calls.ts";
import { placeName } from "../../server/contract/reading/places.ts";
import type { Progress } from "../../server/contract/reading/shapes.ts";
import { readerTexts } from "../../server/contract/reading/reader_texts.ts";
import { deliver } from "../offline/outbox/deliver.ts";
import { discard, enqueue } from "../offline/outbox/entries.ts";
import { ApiError, call, request } from "../runtime/api.ts";
import { onLeave } from "../runtime/lifecycle.ts";
import { localIso } from "../runtime/reader_locale.ts";
import { readStored, store } from "../runtime/storage.ts";
import { showToast } from "../runtime/toast.ts";
import { pageOfPlace, type ReadText } from "./text_place.ts";

export interface OwnPlace {
  readonly place: number;
  moveTo(place: number): void;
}

interface Kept extends ReadText {
  bookId: string;
  place: number;
  onSaved(progress: Progress): void;
}

/** Milliseconds after which a page that is loaded again has the place from the server. */
const underWay = 10_000;

const keyOf = (bookId: string) => `textPlace:${bookId}`;

/** What was being sent when this page was loaded again: the server may not have had it yet. */
export function takePlaceUnderWay(bookId: string): number | undefined {
  const stored = takeAfterReload(keyOf(bookId));
  return stored ? Number(stored) : undefined;
}

/** What this window stored as the page was left, if that was to load it again; it is removed. */
export function takeAfterReload(key: string): string | null {
  const stored = readStored(key, "sessionStorage");
  store(key, null, "sessionStorage");
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return visit?.type === "reload" ? stored : null;
}

export function keepPlace({ bookId, place, onSaved, ...text }: Kept): OwnPlace {
  let sent = place;
  let sentAt = 0;
  let isWaiting = false;

  const itemAt = (place: number, body: { at: number; turnedAt: string }) => ({
    kind: "page" as const,
    key: `page:${bookId}`,
    text: placeName(pageOfPlace(text, place), text.copy.unit),
    call: request("PUT /books/:bookId/progress", { bookId }, body),
  });
  const taken = (): ReturnType<typeof itemAt> => {
    sentAt = Date.now();
    return itemAt(sent = place, { at: place, turnedAt: localIso() });
  };

  const saved = (answer: Answer<"PUT /books/:bookId/progress"> | undefined) => {
    if (answer) onSaved(answer.progress);
    else if (!isWaiting) showToast("info", readerTexts.waits);
    isWaiting = !answer;
  };
  const failed = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    showToast("error", error.message);
  };

  const storeUnderWay = () =>
    store(keyOf(bookId), Date.now() - sentAt < underWay ? String(sent) : null, "sessionStorage");

  // Without waiting for calls before: the page may be about to end. What does not arrive is in the outbox.
  onLeave(() => {
    if (place === sent) return storeUnderWay();
    const item = taken();
    storeUnderWay();
    const stored = enqueue(item, { replaces: true });
    call("PUT /books/:bookId/progress", { bookId }, item.call.body, { keepalive: true })
      .then(async (answer) => {
        await stored.then(discard);
        onSaved(answer.progress);
      }).catch(console.warn);
  });

  return {
    get place() {
      return place;
    },
    moveTo(to) {
      place = to;
      if (pageOfPlace(text, place) !== pageOfPlace(text, sent)) {
        deliver(taken(), { replaces: true }).then(saved).catch(failed);
      }
    },
  };
}
