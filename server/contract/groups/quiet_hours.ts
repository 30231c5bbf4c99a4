import type { QuietHours } from "./settings_shapes.ts";

const day = 24 * 60;

export const minuteOf = (time: string): number => 60 * Number(time.slice(0, 2)) + Number(time.slice(3));

export const timeOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** The one that was used last, since making one costs much more than using it; each process has its own. */
let last: { timeZone: string; formatter: Intl.DateTimeFormat } | undefined;

/** What the clocks of the zone show, in minutes of the day. */
function minuteAt(at: number, timeZone: string): number {
  if (last?.timeZone !== timeZone) {
    const shown = { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
    last = { timeZone, formatter: new Intl.DateTimeFormat("en-GB", shown) };
  }
  return minuteOf(last.formatter.format(at));
}

/** @param at milliseconds since 1970 */
export function isQuietAt(at: number, hours: QuietHours | null): boolean {
  if (!hours) return false;
  const [from, to, now] = [minuteOf(hours.from), minuteOf(hours.to), minuteAt(at, hours.timeZone)];
  return from < to ? from <= now && now < to : now >= from || now < to;
}

const minute = 60_000;

/** When quiet hours that hold now end, also where the clocks are changed before. */
export function quietUntil(at: number, { to, timeZone }: QuietHours): number {
  const now = minuteAt(at, timeZone);
  const end = Math.floor(at / minute) * minute + ((minuteOf(to) - now + day) % day || day) * minute;
  const ahead = (minuteAt(end, timeZone) - minuteOf(to) + day) % day;
  return end - (ahead > day / 2 ? ahead - day : ahead) * minute;
}
