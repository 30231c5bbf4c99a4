/** Members who talk, whatever is stopped meanwhile. */
import assert from "node:assert/strict";
import { until } from "../support/operate.ts";
import type { ChatClient } from "./chat_client.ts";

/** Lets each client send one message after the other, until the end. */
export function talk(clients: ChatClient[]) {
  let ended = false;
  const count = () => clients.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  const talking = Promise.all(clients.map(async (client, sender) => {
    for (let n = 0; !ended; n++) await client.say(`${sender}-${n}`);
  }));
  return {
    count,
    /** Waits until so many messages are acknowledged. */
    acknowledged: (wanted: number) => until(() => count() >= wanted),
    async end() {
      ended = true;
      await talking;
    },
  };
}

/** Asserts that the group's messages are those that were acknowledged, in each one's order, and that all have them. */
export async function assertWhole(
  clients: ChatClient[],
  stored: { seq: number; clientId: string | null }[],
): Promise<void> {
  assert.deepEqual(stored.map(({ seq }) => seq), stored.map((_, index) => index + 1));
  for (const [sender, { acknowledged }] of clients.entries()) {
    const own = stored.filter(({ clientId }) => clientId?.startsWith(`${sender}-`));
    assert.deepEqual(own, acknowledged);
    assert.deepEqual(own.map(({ clientId }) => clientId), own.map((_, n) => `${sender}-${n}`));
  }
  for (const client of clients) {
    await client.has(stored.length);
    assert.deepEqual(client.messages, stored);
  }
}

/** Everyone sends some messages at once; then each client was sent each message once, and all have the same. */
export async function assertTalk(
  clients: ChatClient[],
  history: () => Promise<{ seq: number; clientId: string | null }[]>,
) {
  await Promise.all(clients.map(async (client, sender) => {
    for (let n = 0; n < 20; n++) await client.say(`${sender}-${n}`);
  }));
  const stored = await history();
  await assertWhole(clients, stored);
  // What a client has fetched by itself for a gap may still be under way as an event.
  await until(() => clients.every(({ events }) => events.length >= stored.length));
  for (const { events } of clients) assert.deepEqual(events.toSorted((a, b) => a - b), stored.map(({ seq }) => seq));
}
