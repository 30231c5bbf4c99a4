/** The icon of each outcome, so that colour is never the only sign. */
export const outcomeIcons = { success: "check", error: "warning", info: "info" } as const;

/** Where an icon is drawn: in the sprite, by its name. */
export const iconAddress = (name: string): string => `/icons/sprite.svg#${name}`;
