/** Of pages that messages link to. Times are milliseconds, lengths are characters, sizes are bytes, sides are pixels. */

const second = 1000;
const day = 24 * 3600 * second;

/** `timeout`: for page and picture together; `bytes`: of the page's beginning, and of the picture. */
export const linkFetch = {
  address: 2000,
  timeout: 2 * second,
  bytes: 512 * 1024,
  redirects: 3,
  atOnce: 4,
  waiting: 100,
};

/** `width`, `height`: twice as many as it is shown in; `smallest`: of a picture; `cacheBytes`: of all pictures. */
export const linkPreview = {
  title: 200,
  width: 160,
  height: 160,
  smallest: 16,
  pixels: 20_000_000,
  cacheBytes: 64 * 1024 * 1024,
  reusedFor: 7 * day,
  retryAfter: 1 * day,
  /** How long it waits for the message that is to show it. */
  unusedFor: 600 * second,
};
