/** Of questions that are made of messages: apart, since islands load the texts of notes whole. */
export const questionTexts = {
  askByMessage: "Ask about this page",
  noPage: "This message is not about a page of a book",
  noQuestion: (most: number) => `Only a message with text, of at most ${most} characters, can be asked as a question`,
};
