/** A service on a libSQL server, as a process. */
import { settingsOf } from "./cluster.ts";
import type { Engine } from "./engine.ts";
import { TestProcess } from "./process.ts";

/** Starts a service. `await using` kills it. */
export async function startService(engines: { sqld: Engine; redis?: Engine }): Promise<TestProcess> {
  const service = new TestProcess(settingsOf(engines));
  await service.start();
  return service;
}

export const isReady = async ({ url }: TestProcess): Promise<boolean> => {
  const answer = await fetch(`${url}/readyz`);
  await answer.body?.cancel();
  return answer.ok;
};
