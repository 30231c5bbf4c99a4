/** What stands in place of what somebody wrote whom the reader has blocked. */
export const foldedTexts = { message: "Message from someone you blocked" };
