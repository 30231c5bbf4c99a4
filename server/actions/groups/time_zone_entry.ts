/** When the clocks of a zone change, as calendars read it (RFC 5545, 3.6.5). Times are milliseconds since 1970. */

interface Range {
  from: number;
  to: number;
}

/** Changes at once: two a year, of some zones four. */
const most = 60;

export function timeZoneEntry(timeZone: string, { from, to }: Range): string {
  const changes = changesOf(timeZone, { from, to });
  const entries = changes.length === 0 ? [unchanged(timeZone, from)] : changes.map(entryOf);
  return ["BEGIN:VTIMEZONE", `TZID:${timeZone}`, ...entries.flat(), "END:VTIMEZONE"].join("\r\n");
}

/** The one that was in force at `from`, and all until `to`. */
function changesOf(timeZone: string, { from, to }: Range): Temporal.ZonedDateTime[] {
  const first = at(from, timeZone);
  const changes = [];
  let change = first.getTimeZoneTransition("previous");
  if (change) changes.push(change);
  change = first.getTimeZoneTransition("next");
  while (change && change.epochMilliseconds <= to && changes.length < most) {
    changes.push(change);
    change = change.getTimeZoneTransition("next");
  }
  return changes;
}

const at = (time: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);

function entryOf(change: Temporal.ZonedDateTime): string[] {
  const before = change.subtract({ nanoseconds: 1 });
  const kind = change.offsetNanoseconds > before.offsetNanoseconds ? "DAYLIGHT" : "STANDARD";
  const start = change.toInstant().toZonedDateTimeISO("UTC").toPlainDateTime()
    .add({ nanoseconds: before.offsetNanoseconds });
  return entry(kind, { start, before: before.offset, after: change.offset });
}

function unchanged(timeZone: string, from: number): string[] {
  const zoned = at(from, timeZone);
  return entry("STANDARD", { start: zoned.toPlainDateTime(), before: zoned.offset, after: zoned.offset });
}

const entry = (
  kind: string,
  { start, before, after }: { start: Temporal.PlainDateTime; before: string; after: string },
): string[] => [
  `BEGIN:${kind}`,
  `DTSTART:${start.toString({ smallestUnit: "second" }).replaceAll(/[-:]/g, "")}`,
  `TZOFFSETFROM:${offset(before)}`,
  `TZOFFSETTO:${offset(after)}`,
  `END:${kind}`,
];

/** Long ago they had seconds. */
const offset = (written: string): string => written.replace(/\..*/, "").replaceAll(":", "");
