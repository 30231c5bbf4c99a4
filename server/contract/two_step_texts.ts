import * as constants from "./constants.ts";

/** What people read about codes of an app as a second step, where they sign in and on the page of their account. */
export const twoStepTexts = {
  title: "Two-step codes",
  about: "After your password you are asked for a code that an app on your phone shows. " +
    "A stolen password alone is then not enough.",
  needed: "Please type the code that your app shows.",
  code: "Code",
  codeHint: "Six digits of your app, or one of your recovery codes.",
  appCode: "Code of the app",
  verify: "Continue",
  backToLogin: "Back to login",
  loginTitle: "Two-step code",
  wrongCode: "This code is wrong or was used already. Please wait for the next one, and try again.",
  expired: "This took too long, or too many codes were wrong. Please log in again.",
  setUp: "Set up two-step codes",
  scan: "Scan this picture with your app for codes, or type the secret into it. Then type the code that it shows.",
  secret: "Secret",
  qr: "QR code of the secret",
  confirm: "Turn on",
  on: "Two-step codes are on.",
  left: (count: number) => count === 1 ? "One recovery code is left." : `${count} recovery codes are left.`,
  alreadyOn: "Two-step codes are on already.",
  notOn: "Two-step codes are not on.",
  notBegun: "Please begin again: the secret was not confirmed in time.",
  turnedOff: "Two-step codes are off.",
  proof: "Code or password",
  newCodes: "Make new recovery codes",
  turnOff: "Turn off",
  recoveryTitle: "Recovery codes",
  recovery: `Without your phone, one of these ${constants.twoStep.recoveryCodes} codes signs you in, each once. ` +
    "Print or copy them now: they are not shown again.",
  recoveryReplaced: "Codes that you had before do not work any more.",
  stored: "I have stored them",
  print: "Print",
  copy: "Copy",
  copied: "The codes have been copied.",
};
