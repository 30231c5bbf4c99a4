/** A time as ISO 8601 in the time zone of this browser, with its offset: the reading log has the reader's own days. */
export function localIso(now = new Date()): string {
  const offset = -now.getTimezoneOffset();
  const local = new Date(now.getTime() + offset * 60_000).toISOString().slice(0, -1);
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60].map(twoDigits);
  return `${local}${offset < 0 ? "-" : "+"}${hours}:${minutes}`;
}

const twoDigits = (number: number) => String(number).padStart(2, "0");
