/** A text in columns, of which its element shows one or two at a time: pages, which are turned. */

/** A page, of how many. */
export interface ColumnPage {
  page: number;
  pages: number;
}

export interface Columns {
  /** Where there is a page to turn to. @returns whether it has turned */
  turn(by: 1 | -1): boolean;
  hasMore(): boolean;
  shownPage(): ColumnPage;
  /** Where there are as many pages as then. @returns whether it has turned there */
  toPage(page: ColumnPage): boolean;
  toFirst(): void;
  toLast(): void;
  /** To where it begins. */
  toStartOf(part: Element | Range): void;
  /** After a selection, or a search of the browser's, has moved it. */
  settle(): void;
}

export function columnsOf(text: HTMLElement): Columns {
  const gap = () => parseFloat(getComputedStyle(text).columnGap) || 0;
  const step = () => text.clientWidth + gap();
  const last = () => Math.max(0, Math.ceil((text.scrollWidth + gap() - 1) / step()) - 1);
  const sign = () => getComputedStyle(text).direction === "rtl" ? -1 : 1;
  const shown = () => Math.round(Math.abs(text.scrollLeft) / step());
  const to = (page: number) => text.scrollTo({ left: sign() * page * step(), behavior: "instant" });
  return {
    turn(by) {
      const page = shown() + by;
      if (page < 0 || page > last()) return false;
      to(page);
      return true;
    },
    hasMore: () => shown() < last(),
    shownPage: () => ({ page: shown(), pages: last() + 1 }),
    toPage({ page, pages }) {
      const isAlike = pages === last() + 1;
      if (isAlike) to(page);
      return isAlike;
    },
    toFirst: () => to(0),
    toLast: () => to(last()),
    toStartOf(part) {
      const [{ left, right }, own] = [
        part.getClientRects()[0] ?? part.getBoundingClientRect(),
        text.getBoundingClientRect(),
      ];
      const before = sign() > 0 ? left - own.left + text.scrollLeft : own.right - right - text.scrollLeft;
      to(Math.min(last(), Math.max(0, Math.floor((before + 1) / step()))));
    },
    settle: () => to(Math.min(last(), shown())),
  };
}
