/** A time as ISO 8601 with the offset of this clock, by which the day is known that it was for its reader. */
export function localIso(time: Date): string {
  const offset = -time.getTimezoneOffset();
  const local = new Date(time.getTime() + offset * 60_000).toISOString().slice(0, -1);
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const twoDigits = (part: number) => String(part).padStart(2, "0");
  return `${local}${offset < 0 ? "-" : "+"}${twoDigits(hours)}:${twoDigits(minutes)}`;
}
