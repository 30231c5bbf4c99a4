/** Times are milliseconds, lengths are characters, sizes are bytes. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** `common`: how many of the most common ones are called weak. */
export const password = { min: 6, strong: 8, max: 200, common: 10_000 };
/** How long after typing a new password is checked. */
export const passwordCheckDebounce = 500;
export const email = { max: 254 };
/** Of one person: how many, and the length of a name. A challenge lives as long as browsers wait by default. */
export const passkeys = { max: 20, name: 60, challenge: 5 * minute };
/** How long after logging in one adds credentials without giving the password. */
export const recentSignIn = 10 * minute;
/**
 * Signing in by an identity provider: how long there is for it, how long the provider may take for each answer, the
 * length of the path to go on to, that of an account's subject (OpenID Connect Core, section 2), and how many accounts
 * there one person links.
 */
export const identityProvider = { lifetime: 10 * minute, timeout: 2500, next: 2000, subject: 255, max: 10 };
/**
 * Of codes as a second step: how long there is for it after the password, how often it is tried, how long a new secret
 * waits for its first code, and how many recovery codes there are.
 */
export const twoStep = { lifetime: 10 * minute, tries: 10, setUp: 15 * minute, recoveryCodes: 10 };
export const emailCheckDebounce = 500;
export const loginRedirectDelay = 1 * second;
export const registrationRedirectDelay = 15 * second;
/**
 * `longest`: when one ends however often it is used; `perPerson`: how many somebody has, of which the oldest goes;
 * `device`: how much of a browser's `User-Agent` is stored; `seenEvery`: how often that it was used.
 */
export const session = {
  lifetime: 30 * day,
  longest: 180 * day,
  renewAfter: 1 * day,
  perPerson: 100,
  device: 300,
  seenEvery: 1 * hour,
};
/**
 * How many browsers of one person are remembered, and how long after the last time they signed in there: browsers keep
 * no cookie longer.
 */
export const knownBrowsers = { max: 20, lifetime: 400 * day };
/** The name of what is left of an account, beside the messages of its owner. */
export const deletedAccount = "Deleted account";
/** How long after its owner asks for it an account is deleted, and how many groups they leave in one commit. */
export const deletion = { after: 7 * day, groups: 5 };
export const verifyLink = { lifetime: 24 * hour };
export const resetLink = { lifetime: 1 * hour };
/** How long an account may stay unverified, and how many expired ones are removed in one commit. */
export const unverified = { lifetime: 7 * day, batch: 20 };
/**
 * Of what one account may store: the part that the files, books and contents of the groups that it made may fill, and
 * from which part on its owner is warned.
 */
export const storage = { groups: 0.9, notice: 0.9 };
