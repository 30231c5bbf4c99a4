const zones = Intl.supportedValuesOf("timeZone");

/** To choose from: a reader's own zone and what was chosen before come first. */
export const zoneOptions = (own: string, chosen = own): { value: string; label: string }[] =>
  [...new Set([own, chosen, "UTC", ...zonesNear(own)])].map((value) => ({
    value,
    label: value.replaceAll("_", " "),
  }));

/** Those of the same continent; all, where it is not known. They are four hundred, which is half of a page. */
function zonesNear(zone: string): string[] {
  const [continent, place] = zone.split("/");
  return place ? zones.filter((other) => other.startsWith(`${continent}/`)) : zones;
}
