/** What pictures are recognised and decoded by, without all that a service is: threads have no more of it. */

/**
 * Loaded with the first picture: a service that has shown none yet saves some ten megabytes. Without the cache of
 * libvips, which no picture here meets a second time: with it ten progressive JPEGs of 50 megapixels kept 1.3 GB.
 */
export async function loadSharp() {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  return sharp;
}

/** Undefined for what is none that is shown here. */
export function kindOf(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(start)) return "image/gif";
  if (/^RIFF.{4}WEBP$/s.test(start)) return "image/webp";
  return undefined;
}
