import * as constants from "../constants.ts";

/** What people read about codes of an app as a second step, where they sign in and on the page of their account. */
export const twoStepTexts = {
  title: "Two-step codes",
  about: "After your password, we ask for a code from an app on your phone. " +
    "A stolen password alone is not enough then.",
  needed: "Please enter the code from your app.",
  code: "Code",
  codeHint: "The six digits from your app, or one of your recovery codes.",
  appCode: "Code from the app",
  verify: "Continue",
  backToLogin: "Back to login",
  loginTitle: "Two-step code",
  wrongCode: "This code is wrong or has already been used. Please wait for the next one and try again.",
  expired: "This took too long, or too many codes were wrong. Please log in again.",
  tooManyWrong:
    "Too many wrong codes. Please try again in an hour, or in a browser in which you have logged in before.",
  setUp: "Set up two-step codes",
  scan: "Scan this picture with your authenticator app, or type the secret into it. Then enter the code that it shows.",
  secret: "Secret",
  qr: "QR code of the secret",
  confirm: "Turn on",
  on: "Two-step codes are on.",
  left: (count: number) => count === 1 ? "One recovery code is left." : `${count} recovery codes are left.`,
  alreadyOn: "Two-step codes are already on.",
  notOn: "Two-step codes are not on.",
  notBegun: "Please start again: the secret was not confirmed in time.",
  turnedOff: "Two-step codes are off.",
  proof: "Code or password",
  newCodes: "Make new recovery codes",
  turnOff: "Turn off",
  recoveryTitle: "Recovery codes",
  recovery: `Without your phone, one of these ${constants.twoStep.recoveryCodes} codes signs you in, each once. ` +
    "Print or copy them now: they are not shown again.",
  recoveryReplaced: "Your earlier codes no longer work.",
  stored: "I have saved them",
  print: "Print",
  copy: "Copy",
  copied: "The codes have been copied.",
};
