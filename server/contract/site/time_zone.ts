export function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-GB", { timeZone }).format(0) !== "";
  } catch {
    return false;
  }
}

/** Calendars know zones by their names. Some names that are known elsewhere have no clocks here. */
export function isNamedZone(timeZone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
    return isTimeZone(timeZone) && !/^[+-]/.test(timeZone);
  } catch {
    return false;
  }
}
