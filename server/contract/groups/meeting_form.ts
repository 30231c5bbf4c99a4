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
    bookId: bookOf(fields),
    upTo: chosen("upTo"),
    repeats: chosen("repeats"),
    clientId: fields.formKey || undefined,
    date: chosen("date") ?? undefined,
    sequence: sequenceIn(fields),
  };
}

/** A page without a book is one of the book that is *now*, which the form names. */
const bookOf = ({ bookId, upTo, bookNow }: Record<string, string>): string | null =>
  bookId?.trim() || upTo?.trim() && bookNow || null;

/** Of one date, in the zone of its meeting. Without fields the date is again as the series has it. */
export function dateIn({ startsAt, endsAt, timeZone = "", ...fields }: Record<string, string>): unknown {
  const { place, url } = fields;
  const time = (written?: string) => written === undefined ? undefined : instantOf(written, timeZone) ?? "";
  const chosen = (name: string) => fields[name] === undefined ? undefined : fields[name].trim() || null;
  return {
    startsAt: time(startsAt),
    endsAt: time(endsAt),
    place,
    url,
    bookId: fields.bookId === undefined ? undefined : bookOf(fields),
    upTo: chosen("upTo"),
    sequence: sequenceIn(fields),
  };
}

const sequenceIn = ({ sequence }: Record<string, string>): number | undefined =>
  sequence ? Number(sequence) : undefined;

/** Undefined for what is no time, which the schema refuses; of an unknown zone that in UTC: the zone is refused. */
export function instantOf(written = "", timeZone: string): string | undefined {
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
