/** Times are milliseconds, lengths are characters, sizes are bytes. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** `common`: how many of the most common ones are called weak. */
export const password = { min: 6, strong: 8, max: 200, common: 10_000 };
export const passwordCheckDebounce = 500;
export const email = { max: 254 };
/** A challenge lives as long as browsers wait by default. */
export const passkeys = { max: 20, name: 60, challenge: 5 * minute };
/** How long after logging in one adds credentials without giving the password. */
export const recentSignIn = 10 * minute;
/** `lifetime` of an attempt; `timeout` of each answer of the provider; `subject`: OpenID Connect Core, section 2. */
export const identityProvider = { lifetime: 10 * minute, timeout: 2500, next: 2000, subject: 255, max: 10 };
/** `lifetime` of the step after the password, `setUp` of a new secret before its first code. */
export const twoStep = { lifetime: 10 * minute, tries: 10, setUp: 15 * minute, recoveryCodes: 10 };
/**
 * After registering for a group. `lifetime`: for how long the mailed link logs in the browser that registered;
 * `addressLifetime`: for how long the login form there has the address filled in.
 */
export const registeredBrowser = { lifetime: 60 * minute, addressLifetime: 15 * minute };
export const emailCheckDebounce = 500;
export const loginRedirectDelay = 1 * second;
export const registrationRedirectDelay = 15 * second;
/** `longest`: when one ends however often it is used; `device`: how much of a `User-Agent` is stored. */
export const session = {
  lifetime: 30 * day,
  longest: 180 * day,
  renewAfter: 1 * day,
  perPerson: 100,
  device: 300,
  seenEvery: 1 * hour,
};
/** Browsers keep no cookie longer. */
export const knownBrowsers = { max: 20, lifetime: 400 * day };
/** The name of what is left of an account, beside the messages of its owner. */
export const deletedAccount = "Deleted account";
/** `groups`: how many they leave in one commit. */
export const deletion = { after: 7 * day, groups: 5 };
/** `most` in one list, of so many characters; `cardLifetime` of a card that nobody has used. */
export const addedPeople = { most: 200, lines: 1000, typed: 100_000, cardLifetime: 30 * day };
export const verifyLink = { lifetime: 24 * hour };
export const resetLink = { lifetime: 1 * hour };
/** `batch`: how many expired ones are removed in one commit. */
export const unverified = { lifetime: 7 * day, batch: 20 };
/** The part that what is in the groups that it made may fill, and the part from which on its owner is warned. */
export const storage = { groups: 0.9, notice: 0.9 };
