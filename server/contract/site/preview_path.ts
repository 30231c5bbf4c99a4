export const previewPath = "/preview";

interface Previewed {
  /** Whether it may have tables. */
  tables?: boolean;
  /** The name of its field for files: they stay in the browser. */
  files?: string;
}

/** Where a form is sent to be seen first. @param to where it is sent otherwise */
export const previewOf = (to: string, { tables, files = "" }: Previewed = {}): string =>
  `${previewPath}?to=${encodeURIComponent(to)}${tables ? "&tables" : ""}${files && `&files=${files}`}`;
