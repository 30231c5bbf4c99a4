import assert from "node:assert/strict";
import { reloader } from "../../islands/runtime/reloader.ts";

/** A list whose calls are answered by the test. */
function openList() {
  const calls: PromiseWithResolvers<string>[] = [];
  const called = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const shown: string[] = [];
  const failures: unknown[] = [];
  const load = () => {
    called[calls.length]?.resolve();
    calls.push(Promise.withResolvers<string>());
    return calls.at(-1)!.promise;
  };
  const list = reloader(load, (loaded) => shown.push(loaded), (error) => failures.push(error));
  return { ...list, calls, called, shown, failures };
}

Deno.test("what changes while it is loaded is loaded once more, and the older answer is not shown", async () => {
  for (const change of ["reload", "changed"] as const) {
    const { calls, called, shown, ...list } = openList();
    const reloaded = list.reload();
    for (let times = 0; times < 3; times++) void list[change]();
    calls[0].resolve("with Mallory");
    await called[1].promise;
    assert.deepEqual(shown, []);
    calls[1].resolve("without Mallory");
    await reloaded;
    assert.deepEqual([calls.length, shown], [2, ["without Mallory"]]);
  }
});

Deno.test("a change while nothing is loaded makes no call, and what fails is loaded again when it is asked for", async () => {
  const { calls, shown, failures, reload, changed } = openList();
  changed();
  assert.equal(calls.length, 0);
  const failing = reload();
  calls[0].reject("offline");
  await failing;
  const loading = reload();
  calls[1].resolve("members");
  await loading;
  assert.deepEqual([shown, failures], [["members"], ["offline"]]);
});
