/** A page of a list, and whether more comes after it. */
export interface Page<T> {
  rows: T[];
  hasMore: boolean;
}

/** The page of a list of which one row more than fits was asked for. */
export const pageOf = <T>(rows: T[], size: number): Page<T> => (
  { rows: rows.slice(0, size), hasMore: rows.length > size }
);
