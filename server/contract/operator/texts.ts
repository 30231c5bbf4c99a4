import { announcement } from "./limits.ts";

export const operatorTexts = {
  title: "Admin",
  description: "The people, groups and reports of this site.",
  version: (version: string) => `Version ${version}`,
  tabs: {
    people: "People",
    groups: "Groups",
    reports: "Reports",
    numbers: "Statistics",
    mail: "Mail",
    announcement: "Announcement",
    setup: "Settings",
    audit: "Audit log",
  },
  more: "More",
  none: "Nothing here.",

  twoStep: "A second step",
  twoStepNeeded: "To operate this site, set up two-step codes on the page of your account, or log in with a passkey.",
  twoStepWhy: "A stolen password alone must not open the accounts of everybody here.",
  twoStepUntil: (day: string) =>
    `Please set up two-step codes, or log in with a passkey, by ${day}: from then on these pages need it.`,
  toTwoStep: "Set up two-step codes",
  toPasskeys: "Add a passkey",

  setUpTitle: "Set up your site",
  setUpDescription: "The first account of this site, which operates it.",
  setUpHint:
    "This makes the first account. It operates the site: it decides who gets in, and helps when somebody is in " +
    "trouble. The link works once.",
  setUpNext: "Next: the name of the site, who gets in, mail and backups.",
  setUpButton: "Make the account",
  setUpDone: "Your account is ready",
  setUpGone:
    "This link does not work any more. The log of the service has the latest one, as long as nobody has an account.",

  welcome: "Welcome",
  welcomeHint: "A few questions, and people can come. All of it can be changed later, under Admin, Settings.",
  saveFirst: "Save and go on",
  later: "Not now",
  save: "Save",
  saved: "The settings are saved",
  savedAndTested: "The settings are saved, and an email was sent",
  testFailed: "The settings are saved, and no email could be sent",
  saveAndTest: (email: string) => `Save and send a test to ${email}`,
  changedMeanwhile: "Somebody else has changed the settings meanwhile. Please look at them again.",
  setByEnvironment: (name: string) => `Set by the environment (${name})`,
  notHere: (name: string) => `It is set by the environment (${name}), and can be changed only there.`,
  settingTooLong: "It is too long",
  sections: {
    site: "The site",
    people: "Who gets in",
    mail: "Mail",
    backups: "Backups",
    safety: "Your account",
  },
  settings: {
    siteName: "Name of the site",
    registration: "Who may sign up",
    emailsShown: "Who sees the email addresses of people",
    mailUrl: "Mail server",
    mailPassword: "Password of the mail server",
    mailFrom: "Sender of the emails",
    backupDir: "Folder of the backups",
    backupEvery: "How often",
  },
  siteNameHint: "It stands on every page and in every email.",
  registrations: {
    open: "Everyone",
    invite: "Only people who are invited into a group",
    closed: "Nobody",
  },
  emailsShown: {
    everyone: "Everyone with an account, unless its owner hides it",
    shared: "Only people who share a group or a friendship with them (for schools)",
  },
  mailUrlHint:
    "Such as smtps://user@smtp.example:465. Without one, emails are stored and not sent: nobody can verify an " +
    "address or get a new password by email.",
  mailPasswordStored: "A password is stored. Leave this empty to keep it.",
  mailPasswordNeeded: "Please type the password of this user of the mail server",
  mailUserNeeded: "Please write the user before the server, such as smtps://user@smtp.example:465",
  mailFromHint:
    "An address that the mail server may send from, with a name before it if you like: Name <post@school.example>",
  noMail: "There is no mail server, so emails are stored and not sent.",
  backupDirHint: "Below data, /data or /backups. On another disk is better. Empty: no backups are made.",
  backupEveryHint: "Such as 12h or 24h or 7d",
  backupFolder: (why: string) => `No backups can be made there: ${why}`,
  backupsOfServer: "The database is on a libSQL server. Back it up there: the README for operators says how.",
  noBackups: "No backups are made",
  passwordChanged: "the password was changed",
  passwordHidden: "with a password that is not shown",
  safe: "Your account needs more than a password to log in. Good.",
  safetyHint: (day: string) =>
    `A stolen password alone must not open the accounts of everybody here. Set up two-step codes or a passkey by ${day}: ` +
    "from then on the admin pages need it.",
  safetyWanted: "Two-step codes or a passkey keep the accounts of everybody safe if your password is stolen.",
  testMail: {
    subject: (site: string) => `A test from ${site}`,
    request: (site: string) => `${site} can send email: this one was sent from its settings.`,
    otherwise: "Nothing else needs to be done.",
  },
  mailSent: (host: string, email: string) =>
    `${host} took an email to ${email}. If it does not arrive within a few minutes, look among the unwanted mail, and ask ` +
    "whoever runs the mail server.",
  mailFailed: {
    unknownHost: (host: string) => `There is no server named ${host}. Check how it is spelt.`,
    refused: (host: string) =>
      `${host} takes no connections there. Check the port: usually 465 with smtps, 587 with smtp.`,
    silent: (host: string) => `${host} did not answer. Check the port, and whether this machine may reach it.`,
    login: (host: string) => `${host} did not accept the user or the password.`,
    encryption: (host: string) =>
      `No encrypted connection to ${host} could be made. Port 465 needs smtps, port 587 smtp; its certificate must be valid ` +
      "for this name.",
    sender: (from: string) => `The server does not send emails from ${from}. Write an address of yours there.`,
    recipient: (email: string) => `The server does not take emails to ${email}.`,
    other: (host: string, code: string) => `${host} did not take the email (${code}).`,
  },

  search: "Name, username or address",
  find: "Search",
  joined: (day: string) => `joined ${day}`,
  seen: (day: string) => `last seen ${day}`,
  neverSeen: "not seen yet",
  unverified: "address not verified",
  isDisabled: "disabled",
  isOperator: "operates this site",
  deletes: (day: string) => `to be deleted on ${day}`,
  disable: "Disable",
  enable: "Enable",
  endSessions: "Log out everywhere",
  remove: "Delete account",
  confirmRemove: (name: string) => `Delete the account of ${name}? This action cannot be undone.`,
  turnOffCodes: "Turn off two-step codes",
  confirmTurnOffCodes: (name: string) =>
    `Turn off the two-step codes of ${name}? Do it only for someone who has shown you that the account is theirs: ` +
    "their password alone logs in then.",
  codesTurnedOff: "The two-step codes of the account are off.",
  cancel: "Cancel",
  disabled: "The account is disabled.",
  enabled: "The account is enabled.",
  sessionsEnded: "All sessions of the account have ended.",
  removed: "The account is deleted.",
  personNotFound: "There is no such account.",
  notOperators:
    "This account operates the site. Remove its address from OPERATORS first. The account that set the site up can only " +
    "be deleted by its owner.",
  alreadyDisabled: "The account is disabled already.",
  alreadyEnabled: "The account is enabled already.",

  groupLine: (members: number, messages: number) =>
    `${members === 1 ? "1 member" : `${members} members`}, ${messages === 1 ? "1 message" : `${messages} messages`}`,
  madeBy: (username: string, day: string) => `made by ${username}, last active ${day}`,
  removeGroup: "Delete group",
  confirmRemoveGroup: (name: string) => `Delete the group ${name} for everyone? This action cannot be undone.`,
  groupRemoved: "The group is deleted.",
  groupNotFound: "There is no such group.",

  open: "Waiting",
  decided: "Decided",
  reportOf: { message: "A message", profile: "A profile", group: "A group" },
  reportedBy: (reporter: string, about: string) => `reported by ${reporter}, about ${about}`,
  showPerson: (username: string) => `Find ${username}`,
  gone: "a deleted account",
  whatIsReported: "What was reported",
  note: "Note to the person who reported it",
  decisions: { dismissed: "Nothing wrong", removed: "Remove it", disabled: "Disable the account" },
  outcomes: { dismissed: "nothing was changed", removed: "it was removed", disabled: "the account was disabled" },
  reportDecided: "The report is decided.",
  alreadyDecided: "The report is decided already.",
  reportNotFound: "There is no such report.",
  notRemovable: "A profile cannot be removed. Disable the account instead.",
  reportAnswered: (outcome: string) => `Your report was looked at: ${outcome}.`,
  newReport: "Somebody has reported something",

  numbers: { people: "People active", messages: "Messages", mails: "Emails sent", errors: "Errors" },
  lastDays: (days: number) => `The last ${days} days`,
  day: "Day",
  byDay: "Day by day",
  total: (total: number, most: number) => `${total} in all, at most ${most} a day`,

  mailHint:
    "Emails that wait to be sent, and those that were given up. Their texts are not shown, since they contain " +
    "secret links.",
  attempts: (count: number) => count === 1 ? "1 try" : `${count} tries`,
  due: (time: string) => `next try ${time}`,
  givenUp: (time: string) => `given up ${time}`,
  retry: "Try now",
  drop: "Drop",
  retried: "The email is tried again now.",
  dropped: "The email is dropped.",
  mailGone: "This email has been sent, dropped or given up in the meantime.",

  announcementHint: "It is shown on top of every page until it ends. Readers can close it.",
  announcementText: "Text",
  hours: "For how many hours",
  announce: "Announce",
  closeAnnouncement: "Close the announcement",
  announced: "The announcement is shown.",
  withdraw: "Take it down",
  withdrawn: "The announcement is taken down.",
  noAnnouncement: "Please write what to announce",
  noneShown: "There is no announcement.",
  invalidHours: `Please choose 1 to ${announcement.hours} hours`,
  invalidEnd: `The end must be in the future, within ${announcement.hours / 24} days`,
  shownUntil: (time: string) => `Shown until ${time}`,

  auditHint: "Everything that operators have done. Nobody can change or delete an entry.",
};
