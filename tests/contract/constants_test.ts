import assert from "node:assert/strict";
import * as limits from "../../server/contract/constants.ts";
import { groupTabs } from "../../server/contract/paths.ts";

// spec: 4.12, 9.1, 9.7
Deno.test("the constants are the ones that were agreed on", () => {
  const { password, chat, book, avatar, storageKeys, genders } = limits;
  assert.deepEqual([password.min, password.strong], [6, 8]);
  assert.equal(limits.emailCheckDebounce, 500);
  assert.equal(limits.loginRedirectDelay, 1000);
  assert.equal(limits.registrationRedirectDelay, 15_000);
  assert.equal(book.defaultPages, 100);
  assert.equal(chat.reconnectDelay, 1000);
  assert.deepEqual(chat.errorRetryDelays, [1000, 2000, 3000]);
  assert.deepEqual([chat.connectionAttempts, chat.connectionAttemptDelay], [5, 1000]);
  assert.equal(chat.connectionTimeout, 45_000);
  assert.equal(chat.historyWait, 5000);
  assert.equal(chat.duplicateWindow, 1000);
  assert.equal(limits.toastAutoClose, 5000);
  assert.equal(limits.chunkLoadTimeout, 120_000);
  assert.equal(avatar.size, 40);
  assert.deepEqual(storageKeys.token, "token");
  assert.deepEqual(storageKeys.chatDarkMode, "chatDarkMode");
  assert.deepEqual([...genders], ["male", "female", "other"]);
  assert.deepEqual([...groupTabs], ["chat", "members", "video", "voice", "settings"]);
});

Deno.test("lengths, sizes and lifetimes are the ones that were promised", () => {
  const [hour, mebibyte] = [3600_000, 1024 * 1024];
  const { username, email, fullName, groupName, bio, url, message, note, password } = limits;
  assert.deepEqual([username.min, username.max, password.max, fullName.max, groupName.max], [3, 30, 200, 80, 80]);
  assert.deepEqual([email.max, bio.max, url.max, message.max, note.max], [254, 500, 300, 4000, 20_000]);
  assert.deepEqual([limits.chat.historyLength, limits.chat.pageLength], [50, 100]);
  assert.deepEqual([limits.search.max, limits.library.results], [20, 20]);
  assert.deepEqual([limits.session.lifetime, limits.session.renewAfter], [30 * 24 * hour, 24 * hour]);
  assert.deepEqual([limits.verifyLink.lifetime, limits.resetLink.lifetime], [24 * hour, hour]);
  assert.deepEqual([limits.body.json, limits.body.withImage, limits.picture.bytes], [1, 6, 5].map((n) => n * mebibyte));
  assert.deepEqual([limits.picture.small, limits.picture.large], [96, 256]);
  const { timeout, failures, pause } = limits.library;
  assert.deepEqual([timeout, failures, pause], [2500, 3, 60_000]);
});
