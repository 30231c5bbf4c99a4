export const isbnTexts = {
  otherGoods: "This is not the number of a book, which begins with 978 or 979.",
  wrongDigit: "This ISBN has a wrong digit. Please compare it with the one on the book.",
  digits: "An ISBN has 10 or 13 digits.",
  addedWith: (isbn: string) => `It is added with the ISBN ${isbn}.`,
};
