/** What people read where they choose a password. */
import * as constants from "../constants.ts";

export const passwordTexts = {
  rules:
    `At least ${constants.password.min} characters. It is strong with ${constants.password.strong} or more, among ` +
    "them an uppercase letter and a digit, and weak if it is a common password, your name or your email address.",
  weak: {
    common: "It is one of the most common passwords.",
    own: "It is your own name or email address.",
  },
  refused: {
    common: "This is one of the most common passwords. Please choose another.",
    own: "Your own name or email address is no good password. Please choose another.",
  },
  warning: (reason: string) => `Your new password is weak: ${reason[0].toLowerCase()}${reason.slice(1)}`,
};
