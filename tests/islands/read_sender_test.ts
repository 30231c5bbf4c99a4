import assert from "node:assert/strict";
import { ReadSender } from "../../islands/chat/connection/group_chat.ts";

Deno.test("What is read first is sent at once, and what is read next later, or before the page is left", () => {
  const { sender, sent } = begin();
  sender.note(3);
  sender.note(5);
  sender.note(6);
  assert.deepEqual(sent, [5], "nothing is read that was read before");
  sender.flush();
  assert.deepEqual(sent, [5, 6]);
});

Deno.test("What is read is sent until the server confirms it, in this window or in another", () => {
  const { sender, sent } = begin();
  sender.note(5);
  sender.flush();
  assert.deepEqual([sent, sender.unconfirmed], [[5, 5], 5]);
  sender.confirm(4);
  assert.equal(sender.unconfirmed, 5);
  sender.confirm(5);
  sender.confirm(2);
  sender.flush();
  assert.deepEqual([sent, sender.unconfirmed], [[5, 5], undefined]);
});

/** For a reader who had read up to the third message. */
function begin() {
  const sent: number[] = [];
  return { sent, sender: new ReadSender(3, (seq) => sent.push(seq)) };
}
