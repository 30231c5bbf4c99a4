export const previewPath = "/preview";

/** What files are called in forms: they stay in the browser. */
export const fileFields = ["file", "image"];

/** What most forms call their text. */
export const usualField = "content";

/**
 * Where a form is sent to be seen first. Slashes stay: a page has the path as it is already, and is compressed.
 *
 * @param to where it is sent otherwise
 * @param of the name of its text
 */
export function previewOf(to: string, { of = usualField, tables }: { of?: string; tables?: boolean }): string {
  const path = `${previewPath}?to=${encodeURIComponent(to).replaceAll("%2F", "/")}`;
  return `${path}${of === usualField ? "" : `&of=${of}`}${tables ? "&tables" : ""}`;
}
