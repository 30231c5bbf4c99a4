import * as accountLimits from "./limits.ts";

export const loginTexts = {
  success: "Login successful!",
  redirecting: "Redirecting to dashboard...",
  submitting: "Signing in...",
  nameHint: "Your email address or your username",
  invalidResponse: "Invalid login response",
  comingSoon: "coming soon",
  noUserData: "No user data received",
  loading: "Loading...",
};

export const logoutTexts = { success: "You have been logged out" };

export const registerTexts = {
  success: "Registration successful! Please check your email to verify your account.",
  doneTitle: "Check your email",
  hint: "No email yet? Check your spam folder, or ask for a new link on the verification page.",
  submitting: "Creating Account...",
  passwordsDiffer: "Passwords do not match.",
  get passwordTooShort() {
    return `Password must be at least ${accountLimits.password.min} characters long.`;
  },
  invalidEmail: "Please enter a valid email address.",
  checkFailed: "Error checking email availability",
};

export const verifyTexts = {
  noToken: "No verification token provided.",
  resent: "Verification email resent! Please check your inbox.",
  resendFailed: "Failed to resend verification email. Please try again.",
};

export const sessionTexts = { welcome: (username: string) => `Welcome, ${username}!` };

export const resetServerTexts = {
  requested: "If an account belongs to this address, we've emailed a link to choose a new password.",
  noEmail: "Without an email address, ask for a new card where you got yours.",
  success: "Your password has been changed, please log in",
  invalidToken: "This password link is invalid, expired or has already been used. Please ask for a new one.",
};

export const registerServerTexts = {
  successVerified: "Registration successful! You can log in now",
  usernameExists: "Username already exists",
  emailExists: "Email already exists",
  emailAvailable: "This email address is available.",
  emailTaken: "This email address is already registered.",
  invalidUsername: "A username has 3 to 30 characters: a-z, 0-9, dot, dash and underscore.",
};

export const addedPeopleTexts = {
  askForCards: "People without email? Ask who runs this site for cards.",
  title: "Add people",
  fromList: "Add from a list",
  unusedCards: "Unused cards",
  description: "Accounts made from a list, for people who need no email address.",
  intro: "No email addresses are needed: people choose a password with the code on their card, and are logged in.",
  steps: ["Paste names", "Check", "Print cards"],
  list: "Names",
  listHint: (most: number) => `One person on each line, as copied from a spreadsheet. Up to ${most} lines.`,
  examples: [
    ["Ada Lovelace", "A card, with a username made from the name"],
    ["Grace Hopper, grace.h", "A card, with this username"],
  ],
  mailExample: ["Emmy Noether, emmy@example.org", "A link by email, in place of a card"],
  group: "Group",
  noGroup: "No group",
  groupHint: "They become its members, and its organizers can hand out new cards.",
  preview: "Preview",
  previewTitle: "Check the list",
  ready: (count: number) => count === 1 ? "One account will be made." : `${count} accounts will be made.`,
  leftOut: (count: number) => count === 1 ? "One line is left out" : `${count} lines are left out`,
  line: (line: number) => `Line ${line}`,
  toBeMade: (count: number) => count === 1 ? "One account" : `${count} accounts`,
  none: "No account can be made from this list.",
  username: "Username",
  card: "A card",
  mail: (email: string) => `A link by email to ${email}`,
  noMail: (email: string) => `No email is sent to ${email}`,
  mailNotSent:
    "No mail server is set, so no link is sent to the addresses of this list. Leave them off, and these people get a " +
    "card instead.",
  make: (count: number) => count === 1 ? "Make the account" : `Make ${count} accounts`,
  change: "Change the list",
  correct: "Correct them",
  noName: "There is no name.",
  nobody: "Please paste at least one name",
  tooMany: (most: number) => `Please paste at most ${most} lines at a time`,
  addressInName: "Put a comma between the name and the email address.",
  columns: "There is more on this line than a name, a username and an email address.",
  twiceName: "This name is on the list twice. Give each a username to make both.",
  memberName: "A member was added under this name already. Give them a username to make another account.",
  takenUsername: "This username is taken.",
  takenEmail: "There is an account with this email address already.",
  twiceUsername: "This username is on the list twice.",
  twiceEmail: "This email address is on the list twice.",
  notAllowed: "Only the people who run this site can make accounts.",
  groupFull: "The group does not have room for so many more members.",
  madeAlready: "These accounts have been made, and their cards shown. New cards would end those",
  listChanged: "Some of these names have been taken in the meantime. Please check the list again.",

  cards: "Cards",
  cardsTitle: (count: number) => count === 1 ? "One card" : `${count} cards`,
  cardsHint:
    "Print them now, eight on a sheet of A4: they are not shown again. Anyone who has a card can choose the password " +
    "of its account.",
  cardsReplaced: "Earlier cards of these people no longer work.",
  mailed: (count: number) =>
    count === 1
      ? "One person gets a link by email in place of a card."
      : `${count} people get a link by email in place of a card.`,
  mailedNobody: (count: number) =>
    count === 1
      ? "The email to one person is stored and not sent: no mail server is set."
      : `The emails to ${count} people are stored and not sent: no mail server is set.`,
  print: "Print",
  toGroup: "Members",
  toPeople: "People",
  scan: "Scan this once and choose a password.",
  orType: "Or open",
  code: "and type:",
  qr: (name: string) => `QR code of the card of ${name}`,
  unused: (count: number) =>
    count === 0
      ? "Everybody has used their card."
      : count === 1
      ? "One person has not used their card yet."
      : `${count} people have not used their cards yet.`,
  unusedHint: "New cards replace the ones that you have handed out.",
  sendLink: "Send the link again",
  linkSent: "A new link is on its way, and the earlier one has ended",
  linkStored: "The email is stored and not sent: no mail server is set",
  noLink: "No link of this account is waiting to be used.",
  newCards: (count: number) => count === 1 ? "Make a new card" : `Make ${count} new cards`,
  newCard: "New card",
  newCardOf: (name: string) => `New card for ${name}`,
  newCardText: (name: string) =>
    `With it, ${name} chooses a new password. Then they are logged out everywhere else, and an earlier card no ` +
    "longer works. They get a notice that you made it.",
  makeCard: "Make the card",
  confirmNewCard: (name: string) =>
    `Make a new card for ${name}? With it they choose a new password; then they are logged out everywhere else.`,
  cancel: "Cancel",
  notice: (name: string) => `A new card was made for you by ${name}`,
  cannotHaveCard: "For this account you cannot make a card.",
  hasEmail: "This account has an email address: its owner can ask for a link to choose a new password.",

  cardTitle: "Your card",
  cardDescription: "Choose a password with the card that you were given.",
  hello: (name: string) => `Hello, ${name}`,
  choose: "Choose a password. From now on you log in with it and your username.",
  loggedInAs: (name: string) => `You are logged in as ${name}. Going on logs them out on this device.`,
  save: "Save and log in",
  welcome: "Your password is saved, and you are logged in",
  codeHint: "Type the code once to choose a password. If you have done so already, log in.",
  typeCode: "Code on your card",
  next: "Continue",
  noCode: "Please enter the code on your card",
  ended:
    "No card has this code, or it can no longer be used: it was used before, it has expired, or there is a newer one.",
  askAgain: "Ask for a new card where you got this one. If you have chosen a password already, just log in.",
  toLogin: "Log in",
};

export const verifyServerTexts = {
  confirm: "One more step: confirm that this address is yours.",
  verifying: "Verifying your email...",
  success: "Email verified successfully! You can log in now.",
  alreadyVerified: "Email already verified",
  invalidToken: "Invalid or expired verification token",
};

export const sessionServerTexts = {
  other: "You're logged in with a different account now. Reload to continue.",
  tooManySockets: "You have this site open in too many windows. Please close some and try again.",
  loadingUser: "Loading user details",
};

export const loginServerTexts = {
  userNotFound: "User not found",
  invalidPassword: "Invalid password",
  unverified: "Please verify your email before logging in",
};

export const accountTexts = {
  title: "My account",
  description: "Your login, your sessions, your data.",
  tabs: { "sign-in": "Login", sessions: "Sessions", privacy: "Privacy", data: "Your data" },
  disabled: "This account is disabled. Please write to the people who run this site.",
  loadFailed: "Failed to load this part of your account",

  sessions: "Where you are logged in",
  current: "This browser",
  since: (time: string) => `Logged in ${time}`,
  lastSeen: (time: string) => `last used ${time}`,
  unknownAddress: "Unknown address",
  endSession: "Log out there",
  endOthers: "Log out everywhere else",
  onlyThis: "You are not logged in anywhere else.",
  sessionEnded: "That session has ended",
  othersEnded: "All other sessions have ended",
  sessionNotFound: "That session has already ended",

  password: "Password",
  passwordHint: "Changing it logs you out everywhere else.",
  currentPassword: "Current password",
  newPassword: "New password",
  confirmPassword: "Confirm new password",
  changePassword: "Change password",
  savePassword: "Save new password",
  passwordChanged: "Your password has been changed",
  noPassword: "Your account has no password yet. We can email you a link to choose one.",
  passwordFirst: "To change it, choose a password first.",
  mailPasswordLink: "Email me a link",
  lastCredential: "This is the only way to log in to your account: choose a password or add another one first",

  email: "Email address",
  newEmail: "New email address",
  noEmailToShow: "You have no email address here.",
  noEmail:
    "You have no email address here, and log in with your username. With one, you can choose a new password by " +
    "yourself when you forget yours, and get notifications by email.",
  addEmail: "Add an email address",
  changeEmail: "Change address",
  mailEmailLink: "Email a link to it",
  emailRequested: "We've emailed a link to the new address: open it to confirm the change",
  emailChanged: (email: string) => `Your email address is ${email} now.`,
  sameEmail: "This is already your address.",
  confirmEmail: "Do you want to use this email address for your account?",
  useEmail: "Use this address",
  credentialsRemoved:
    "Your address has only just been verified, so passkeys, two-step codes and linked accounts that were added " +
    "before have been removed",
  invalidEmailLink: "This link is invalid, expired or has already been used. Please ask for a new one.",

  privacy: "Who can see my email address",
  emailVisible: "Everyone who is logged in can see my email address",
  emailVisibleHint: "Members of your groups and your friends always see it.",
  save: "Save",
  saved: "Saved",
};

export const deletionTexts = {
  title: "Delete my account",
  hint: "Your account is deleted seven days after you ask for it; until then you can change your mind.",
  goes:
    "What is deleted: your profile and pictures, notes, answers, questions, pages and reading log, friends, sessions " +
    "and passkeys.",
  stays:
    "What stays: your messages and the files in them, shown as those of a deleted account. Groups that you made are " +
    "handed over to their longest-serving organizer or member; a group with nobody else is deleted.",
  password: "Your password",
  ask: "Delete my account",
  confirm: "Delete it in seven days",
  pending: (day: string) => `Your account will be deleted on ${day}.`,
  keep: "Keep my account",
  asked: "Your account will be deleted in seven days",
  cancelled: "Your account will not be deleted",
};

export const exportTexts = {
  section: "Download your data",
  hint:
    "A ZIP file with everything you have written here, as pages to read and as JSON for programs, with your pictures " +
    "and files.",
  download: "Download my data",
  title: "My data",
  back: "Back to the overview",
  none: "Nothing here.",
  files: "Your files are in the folder files; the folder data has everything as JSON.",
  titles: {
    messages: "Messages",
    account: "Account",
    sessions: "Sessions",
    "known-browsers": "Browsers that have logged in",
    passkeys: "Passkeys",
    "two-step-codes": "Two-step codes",
    "accounts-elsewhere": "Linked accounts",
    "mailed-links": "Links mailed to you",
    "mail-settings": "Email settings",
    "notified-browsers": "Browsers that get notifications",
    groups: "Groups",
    "groups-made": "Groups made",
    reactions: "Reactions",
    "messages-shown-early": "Messages shown before their page was read",
    notes: "Notes",
    "answers-to-notes": "Answers to notes of others",
    highlights: "Highlights in texts",
    "answers-to-highlights": "Answers to highlights of others",
    questions: "Questions",
    answers: "Answers to questions",
    progress: "Books and pages",
    "book-settings": "Settings for books",
    "reading-days": "Reading log",
    "reading-sessions-started": "Reading sessions started",
    "reading-sessions": "Reading sessions",
    library: "My list of books",
    "books-added": "Books added to groups",
    plans: "Plans made",
    reviews: "Reviews",
    "reading-goals": "Goals for the year",
    meetings: "Meetings planned",
    "replies-to-meetings": "Replies to meetings",
    calendars: "Calendar address",
    "books-wanted-by-me": "Suggested books I would read",
    polls: "Polls opened",
    votes: "Votes",
    "threads-read": "Threads read",
    "highlights-imported": "Highlights imported",
    "requests-to-join": "Requests to join groups",
    "friends-and-requests": "Friends and requests",
    notices: "Notifications",
    blocked: "Blocked people",
    reports: "Reports made",
    "invite-links": "Invite links made",
    invitations: "Invitations sent",
    "invitations-received": "Invitations received",
    "invitations-refused": "Groups that may not invite you again",
    files: "Files",
  },
  keys: {
    at: "Time",
    isbn: "ISBN",
    name: "Name",
    place: "In this ZIP",
    editedAt: "Edited",
    deletedAt: "Deleted",
    updatedAt: "Last changed",
    fullName: "Full name",
    emailVisible: "Everyone sees the address",
    emailVerified: "Address verified",
    createdAt: "Joined",
    isDeletedAt: "To be deleted",
  },
};

export const identityProviderTexts = {
  title: "Log in elsewhere",
  about: (name: string) => `You can also log in with your ${name} account.`,
  signIn: (name: string) => `Log in with ${name}`,
  link: (name: string) => `Link your ${name} account`,
  linkTitle: (name: string) => `Continue to ${name}`,
  linkAbout: (name: string) => `Log in there once, and ${name} also logs you in to this account.`,
  goOn: "Continue",
  cancel: "Cancel",
  linkedOn: (day: string) => `Linked ${day}`,
  unlink: "Unlink",
  unlinkOne: (issuer: string) => `Unlink ${issuer}`,
  linked: "The account is linked, and you can log in with it from now on",
  unlinked: "The account is no longer linked",
  notFound: "That account is not linked",
  failedTitle: (name: string) => `Logging in with ${name} did not work`,
  toLogin: "Back to login",
  toAccount: "Back to your account",
};

export const identityProviderProblems = {
  provider_unavailable: (name: string) => `${name} does not answer at the moment. Please try again in a few minutes.`,
  access_denied: (name: string) => `You were not logged in: the login at ${name} was cancelled or refused.`,
  sign_in_expired: () => "This took too long, was done already, or was begun in another browser. Please try again.",
  invalid_answer: (name: string) => `The answer of ${name} is not valid. Please try again.`,
  email_not_verified: (name: string) =>
    `${name} names no verified email address of yours. Verify your address there, or sign up here.`,
  link_first: (name: string) =>
    `There is an account with your email address already. Log in to it, and link ${name} on the page of your account.`,
  operator_address: (name: string) =>
    "This address is one of the people who run this site. " +
    `Log in or sign up with a password, and link ${name} on the page of your account.`,
  identity_taken: (name: string) => `This account of ${name} is linked to another account here.`,
  too_many_identities: () => `You have linked ${accountLimits.identityProvider.max} accounts. Unlink one first.`,
  other_account: () => "You are logged in with a different account by now. Please begin again.",
  email_exists: () => "An account with this email address was made at the same time. Please try again.",
  account_disabled: () => accountTexts.disabled,
  email_unverified: () => loginServerTexts.unverified,
  registration_closed: () => registrationTexts.closed,
  invitation_needed: () => registrationTexts.inviteOnly,
  email_domain: (_: string, domains: string[]) => registrationTexts.domains(domains),
  too_many_requests: () => "That was too often. Please wait a moment, and try again.",
  unavailable: () => "The service is temporarily unavailable. Please try again in a moment.",
  failed: () => "Something went wrong. Please try again.",
};
type IdentityProviderProblem = keyof typeof identityProviderProblems;

export const asIdentityProviderProblem = (code: string | undefined): IdentityProviderProblem =>
  code !== undefined && Object.hasOwn(identityProviderProblems, code) ? code as IdentityProviderProblem : "failed";

export const passkeyTexts = {
  title: "Passkeys",
  about: "Log in with your fingerprint, your face or your device’s PIN. There is nothing to remember or to type.",
  signIn: "Log in with a passkey",
  signingIn: "Waiting for your passkey...",
  unsupported: "This browser cannot use passkeys.",
  needsScript: "Adding a passkey needs JavaScript.",
  none: "You have no passkey yet.",
  name: "Name",
  add: "Add a passkey",
  goOn: "Continue",
  adding: "Waiting for your device...",
  added: "Your passkey has been added",
  addedOn: (day: string) => `Added ${day}`,
  lastUsed: (day: string) => `last used ${day}`,
  neverUsed: "not used yet",
  rename: "Rename",
  renameOne: (name: string) => `Rename ${name}`,
  save: "Save",
  renamed: "The passkey has been renamed",
  remove: "Remove",
  removeOne: (name: string) => `Remove ${name}`,
  removed: "The passkey has been removed",
  removedHint: "The passkey has been removed: delete it on the device too, which may still offer it",
  failed: "The passkey did not work. Please try again.",
  notUsed: "No passkey was used: try again, or log in another way",
  notAdded: "No passkey was added: the device refused, or it was cancelled",
  existing: "This device already has a passkey for your account.",
  refused: "This passkey is not known here. Log in another way, then add it again in your account.",
  expired: "This took too long. Please try again.",
  notFound: "That passkey no longer exists",
  tooMany: (max: number) => `You have ${max} passkeys. Remove one before you add another.`,
};

export const passwordTexts = {
  least: `At least ${accountLimits.password.min} characters.`,
  get rules() {
    const { strong } = accountLimits.password;
    return `${passwordTexts.least} It is strong with ${strong} or more, an uppercase letter and a digit.`;
  },
  weak: { common: "It is one of the most common passwords.", own: "It is your own name or email address." },
  refused: {
    common: "This is one of the most common passwords. Please choose another.",
    own: "Your own name or email address is no good password. Please choose another.",
  },
  warning: (reason: string) => `Your new password is weak: ${reason[0].toLowerCase()}${reason.slice(1, -1)}`,
};

export interface ProofCredentials {
  password: boolean;
  code: boolean;
  passkey: boolean;
}

const because = "you logged in more than ten minutes ago.";

export const proofTexts = {
  password: "Current password",
  code: "Code from your app",
  passwordOrCode: "Current password, or a code from your app",
  hint: "We ask because you logged in more than ten minutes ago.",
  usePasskey: "Use a passkey",
  goOn: "Continue",
  proven: "Thank you, you can go on",
  signInAgain: `Please log out and in again first: ${because}`,
  needed: ({ password, code, passkey }: ProofCredentials): string =>
    password
      ? `Please type your password: ${because}`
      : code
      ? `Please enter a code from your app: ${because}`
      : passkey
      ? `Please use your passkey: ${because}`
      : proofTexts.signInAgain,
};

export const registrationTexts = {
  closed: "Registration is closed here.",
  inviteOnly: "You need an invitation to sign up here. Please open its link first.",
  reservedName: "This name could be mistaken for the site or the people who run it. Please use your own.",
  /** The name of people whose account at the identity provider has none that they could have here. */
  unnamed: "Reader",
  domains: (domains: string[]) =>
    `Please use an address of ${domains.map((domain) => domain.replace(/^\./, "")).join(" or ")}.`,
};

export const twoStepTexts = {
  title: "Two-step codes",
  about: "After your password, we ask for a code from an app on your phone. " +
    "A stolen password alone is not enough then.",
  needed: "Please enter the code from your app.",
  code: "Code",
  codeHint: "The six digits from your app, or one of your recovery codes.",
  appCode: "Code from the app",
  verify: "Continue",
  toLogin: "Login",
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
  off: "Two-step codes are off.",
  change: "Change or turn off",
  left: (count: number) => count === 1 ? "One recovery code is left." : `${count} recovery codes are left.`,
  alreadyOn: "Two-step codes are already on.",
  notOn: "Two-step codes are not on.",
  notBegun: "Please start again: the secret was not confirmed in time.",
  turnedOff: "Two-step codes are off",
  proof: "Code or password",
  newCodes: "Make new recovery codes",
  turnOff: "Turn off",
  recoveryTitle: "Recovery codes",
  get recovery() {
    return `Without your phone, one of these ${accountLimits.twoStep.recoveryCodes} codes signs you in, each once. ` +
      "Print or copy them now: they are not shown again.";
  },
  recoveryReplaced: "Your earlier codes no longer work.",
  stored: "I have saved them",
  print: "Print",
  copy: "Copy",
  copied: "The codes have been copied",
};
