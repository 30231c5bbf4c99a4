/** What is said about the text of a book. */
export const textTexts = {
  invalidPlace: "This is no place in the text.",
  notFound: "This book has no text here",
  interrupted: "Reading it in was interrupted. Bring the file again.",
};
