/** A book as a list of books to read has it. */
export const listedBook = (id: string, title: string) => ({
  id,
  title,
  author: null,
  isbn: null,
  pageCount: null,
  status: "to-read" as const,
  startedOn: null,
  finishedOn: null,
  rating: null,
});
