export function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-GB", { timeZone }).format(0) !== "";
  } catch {
    return false;
  }
}
