import assert from "node:assert/strict";
import * as limits from "../../server/contract/limits.ts";
import { groupTabs } from "../../server/contract/paths.ts";

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
