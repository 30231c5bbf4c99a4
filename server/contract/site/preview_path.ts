export const previewPath = "/preview";

/** What files are called in forms: they stay in the browser. */
export const fileFields = ["file", "image"];

/** Slashes stay: a page has the path as it is already, and is compressed. */
const asValue = (path: string): string => encodeURIComponent(path).replaceAll("%2F", "/");

/** Where a form is sent to be seen first. @param to where it is sent otherwise @param of the name of the field */
export const previewOf = (to: string, { of, tables }: { of: string; tables?: boolean }): string =>
  `${previewPath}?of=${of}${tables ? "&tables" : ""}&to=${asValue(to)}`;
