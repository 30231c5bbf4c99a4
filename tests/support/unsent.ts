/** What a browser has stored to be sent, of anybody's. */
import type { Page } from "playwright";

interface Unsent {
  kind: string;
  call: { body: Record<string, unknown> };
}

/** The entries of the outbox, as they are stored. */
export const unsentIn = (page: Page): Promise<Unsent[]> =>
  page.evaluate(() =>
    new Promise<Unsent[]>((resolve, reject) => {
      const opening = indexedDB.open("chapterhouse", 1);
      opening.onerror = () => reject(opening.error);
      opening.onupgradeneeded = () =>
        opening.result.createObjectStore("entries", { keyPath: "id", autoIncrement: true });
      opening.onsuccess = () => {
        const reading = opening.result.transaction("entries").objectStore("entries").getAll();
        reading.onerror = () => reject(reading.error);
        reading.onsuccess = () => (opening.result.close(), resolve(reading.result));
      };
    })
  );

export const countUnsent = async (page: Page): Promise<number> => (await unsentIn(page)).length;
