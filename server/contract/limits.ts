/** The constants of the product, by name. Times are milliseconds, lengths are characters, sizes are bytes. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

export const password = { min: 6, strong: 8, max: 200 };
export const username = { min: 3, max: 30 };
export const email = { max: 254 };
export const fullName = { max: 80 };
export const groupName = { max: 80 };
export const groupDescription = { max: 500 };
export const bio = { max: 500 };
export const url = { max: 300 };
export const genders = ["male", "female", "other"] as const;
/** Years. */
export const age = { max: 130 };
export const message = { max: 4000 };

export const emailCheckDebounce = 500;
export const loginRedirectDelay = 1 * second;
export const registrationRedirectDelay = 15 * second;
export const toastAutoClose = 5 * second;
export const chunkLoadTimeout = 120 * second;

export const chat = {
  reconnectDelay: 1 * second,
  errorRetryDelays: [1 * second, 2 * second, 3 * second],
  connectionAttempts: 5,
  connectionAttemptDelay: 1 * second,
  connectionTimeout: 45 * second,
  historyWait: 5 * second,
  duplicateWindow: 1 * second,
  historyLength: 50,
  pageLength: 100,
};

export const session = { lifetime: 30 * day, renewAfter: 1 * day };
export const verifyLink = { lifetime: 24 * hour };
export const resetLink = { lifetime: 1 * hour };

export const search = { max: 20 };
export const avatar = { size: 40 };
/** Of an uploaded picture: at most so many bytes and pixels; what is made of it is square, so many pixels wide. */
export const picture = { bytes: 5 * 1024 * 1024, pixels: 40_000_000, small: 96, large: 256 };
export const storageKeys = { token: "token", chatDarkMode: "chatDarkMode" };

export const body = { json: 1024 * 1024, withImage: 6 * 1024 * 1024 };
