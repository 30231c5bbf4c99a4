/** What people read who are to prove who they are, before they do what cannot be undone. */

interface Ways {
  password: boolean;
  code: boolean;
  passkey: boolean;
}

const because = "you signed in more than ten minutes ago.";

export const proofTexts = {
  password: "Current password",
  code: "Code from your app",
  passwordOrCode: "Current password, or a code from your app",
  hint: "We ask because you signed in more than ten minutes ago.",
  usePasskey: "Use a passkey",
  proven: "Thank you. You can go on.",
  signInAgain: `Please log out and in again first: ${because}`,
  needed: ({ password, code, passkey }: Ways): string =>
    password
      ? `Please type your password: ${because}`
      : code
      ? `Please enter a code from your app: ${because}`
      : passkey
      ? `Please use your passkey: ${because}`
      : proofTexts.signInAgain,
};
