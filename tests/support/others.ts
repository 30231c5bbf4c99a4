import assert from "node:assert/strict";

/** How many slip in while a request arrives and is answered, however long it takes in between. */
const always = 10;

/** Asserts that requests of others are answered, one after the other, all the while that something long goes on. */
export async function assertServesOthers({ url }: { url: string }, work: () => Promise<unknown>): Promise<void> {
  let [count, isOver] = [0, false];
  const others = (async () => {
    while (!isOver) {
      await (await fetch(`${url}/healthz`)).text();
      count++;
    }
  })();
  await work();
  isOver = true;
  await others;
  assert.ok(count > always, `only ${count} answers`);
}
