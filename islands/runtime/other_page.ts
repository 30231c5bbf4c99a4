/** Pages of ours of which another one shows a part. */

/**
 * Fetches a page; undefined where it is for somebody else than this one, who has signed in or out meanwhile. It is
 * parsed under the policy of this page, which has other styles: they become templates.
 */
export async function fetchPage(href: RequestInfo): Promise<Document | undefined> {
  const html = await (await fetch(href)).text();
  const page = new DOMParser().parseFromString(html.replaceAll(/(<\/?)style/g, "$1template"), "text/html");
  const isSameViewer = page.documentElement.dataset.viewer === document.documentElement.dataset.viewer;
  return isSameViewer ? page : undefined;
}

/** Loads the style sheets that another page has and this one has not, by their addresses. */
export async function loadSheetsOf(page: Document): Promise<void> {
  await Promise.all(sheetsOf(page).filter((sheet) => !sheetsOf(document).includes(sheet)).map(loadSheet));
}

/** The paths of a page's style sheets, those that stand in it included. */
const sheetsOf = (page: Document): string[] =>
  Array.from(
    page.querySelectorAll<HTMLElement>("[data-href], link[rel=stylesheet]"),
    (sheet) => sheet.dataset.href ?? sheet.getAttribute("href")!,
  );

const loadSheet = (href: string) =>
  new Promise<void>((resolve) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href, onload: resolve, onerror: resolve });
    document.head.append(link);
  });
