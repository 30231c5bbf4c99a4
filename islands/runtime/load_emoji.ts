import type { Emoji } from "./emoji_data.ts";

/** The address of the file that the build has made. */
declare const EMOJI_DATA: string;

let loading: Promise<Emoji[][]> | undefined;

/** Once for a page. By groups: smileys, people, animals, food, travel, activities, objects, symbols, flags. */
export const loadEmoji = (): Promise<Emoji[][]> =>
  loading ??= fetch(EMOJI_DATA).then((response) => {
    if (!response.ok) throw new Error(`The emoji were not found: ${response.status}`);
    return response.json();
  }).catch((error) => {
    loading = undefined;
    throw error;
  });
