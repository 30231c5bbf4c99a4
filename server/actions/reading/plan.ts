import * as plans from "../../../db/reading/plan.ts";
import { findReader, type Reader } from "../../../db/reading/readers.ts";
import { dayOf } from "../../contract/reading/days.ts";
import { asPlan, expectedAt, type Pace, pagesPerDay, type Schedule } from "../../contract/reading/plan.ts";
import { pageAt, percentAt } from "../../contract/reading/positions.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { bookNotFound, found } from "../../errors.ts";

type Parts = Pick<Deps, "db" | "clock">;

/** A book, and where its reader's clock stands. */
interface Place {
  bookId: string;
  timeZone: string;
}

/** The plan of a book, and what it means for a reader today. @throws NotFound for outsiders */
export async function findPace(deps: Parts, viewer: User, place: Place): Promise<Pace> {
  const reader = found(await findReader(deps.db, viewer.id, place.bookId), bookNotFound);
  return await paceOf(deps, viewer, { ...place, reader });
}

/** The same of a reader who was found. */
export async function paceOf(
  deps: Parts,
  viewer: User,
  { bookId, timeZone, reader }: Place & { reader: Reader },
): Promise<Pace> {
  const stored = await plans.findPlan(deps.db, viewer.id, bookId);
  if (!stored) return { plan: null, expected: null, perDay: null };
  const today = dayOf(deps.clock(), timeZone);
  const expected = expectedAt(stored, today);
  const readOn = reader.readAt === null ? null : dayOf(reader.readAt, timeZone);
  return {
    plan: asPlan(stored, stored.createdBy),
    expected: { percent: percentAt(expected), page: pageAt(reader.edition, expected) },
    perDay: pagesPerDay(stored, { ...reader, readOn }, today),
  };
}

/** A member plans how the group reads a book. @throws NotFound for outsiders */
export async function savePlan(
  deps: Parts,
  member: User,
  { schedule, ...place }: Place & { schedule: Schedule },
): Promise<Pace> {
  const reader = found(await findReader(deps.db, member.id, place.bookId), bookNotFound);
  await plans.savePlan(deps.db, member.id, { ...schedule, bookId: place.bookId }, deps.clock());
  return await paceOf(deps, member, { ...place, reader });
}

/** A member removes the plan of a book, if there is any. @throws NotFound for outsiders */
export async function removePlan(deps: Pick<Deps, "db">, member: User, bookId: string): Promise<void> {
  found(await findReader(deps.db, member.id, bookId), bookNotFound);
  await plans.deletePlan(deps.db, member.id, bookId);
}
