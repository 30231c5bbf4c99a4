/** What the page of one's own account says, and what signing in says about accounts. */
export const accountTexts = {
  title: "My account",
  description: "Your sign-in, your sessions, your data.",
  tabs: { "sign-in": "Sign-in", sessions: "Sessions", privacy: "Privacy", data: "Your data" },
  disabled: "This account is disabled. Please write to the people who run this site.",
  loadFailed: "Failed to load this part of your account",
};
