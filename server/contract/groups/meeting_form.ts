/** A form has times as the clocks of its time zone show them, such as `2026-12-01T19:00`. */
export function meetingIn({ startsAt, endsAt, timeZone = "", ...fields }: Record<string, string>): unknown {
  const { title, place, url } = fields;
  const chosen = (name: string) => fields[name]?.trim() || null;
  return {
    title,
    startsAt: instantOf(startsAt, timeZone),
    endsAt: instantOf(endsAt, timeZone),
    timeZone,
    place,
    url,
    bookId: chosen("bookId"),
    upTo: chosen("upTo"),
    repeats: chosen("repeats"),
  };
}

/** Undefined for what is no time, which the schema refuses; of an unknown zone that in UTC: the zone is refused. */
function instantOf(written = "", timeZone: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(written)) return undefined;
  return tried(() => toInstant(written, timeZone)) ?? tried(() => toInstant(written, "UTC"));
}

const toInstant = (written: string, timeZone: string): string =>
  new Date(Temporal.PlainDateTime.from(written).toZonedDateTime(timeZone).epochMilliseconds).toISOString();

function tried<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** As a form has it. */
export const writtenIn = (iso: string, timeZone: string): string =>
  Temporal.Instant.from(iso).toZonedDateTimeISO(timeZone).toPlainDateTime().toString().slice(0, 16);
