/** The file of a `file:` address; undefined for a libSQL server's. */
export function fileOf(url: string): string | undefined {
  const [, path] = /^file:(?:\/\/(?:localhost)?(?=\/))?([^?#]+)/.exec(url) ?? [];
  return path && decodeURIComponent(path);
}
