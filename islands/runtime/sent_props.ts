/** The props that follow an island as JSON. */
export const sentTo = (island: Element) => JSON.parse(island.nextElementSibling!.textContent!);
