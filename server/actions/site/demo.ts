import { v7 as uuid } from "uuid";
import { insertGuestGroup } from "../../../db/seed/mod.ts";
import { endGuests, insertGroupOfGuest, insertGuest } from "../../../db/site/guests.ts";
import { ensureFirstText } from "../books/first_text.ts";
import { type Caller, startSession } from "../../auth/sessions.ts";
import { demo as limits } from "../../contract/site/limits.ts";
import { demoTexts } from "../../contract/site/texts.ts";
import type { Deps } from "../../deps.ts";
import { TooMany } from "../../errors.ts";

/** All guests may have one name, since they never see one another. */
const nameOf = (): string => `Guest ${1 + crypto.getRandomValues(new Uint8Array(1))[0] % 99}`;

/** Makes a guest and their group. @throws TooMany */
export async function beginDemo(deps: Deps, { address, device }: Caller): Promise<{ token: string; groupId: string }> {
  const { db, clock, limiter, log } = deps;
  await limiter.take("guest", address);
  const [id, groupId, now] = [uuid(), uuid(), clock()];
  const until = now + limits.lifetime;
  const guest = { id, username: `guest-${id.slice(-12)}`, fullName: nameOf(), now, until };
  if (!await insertGuest(db, guest, limits.most)) throw new TooMany(300, demoTexts.full);
  // Without it there is still a group to read in.
  const text = await ensureFirstText(db, now).catch((err) => void log.error({ err }, "the demo has no text"));
  await insertGroupOfGuest(db, insertGuestGroup(db, { id, groupId, now, text }));
  return { token: await startSession(deps, id, { address, device }, { until }), groupId };
}

/** Each minute. A guest who wrote something is deleted a minute later, once their messages are. */
export async function sweepGuests({ db, clock, broadcast, purge }: Deps): Promise<void> {
  const ended = await endGuests(db, clock(), limits.batch);
  ended?.sessions.forEach(broadcast.endSession);
  ended?.groupIds.forEach(purge.groupDeleted);
}
