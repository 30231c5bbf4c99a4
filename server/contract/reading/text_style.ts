/** How somebody likes a text to look: in a cookie, so that the server draws it so at once. */

export const textStyles = {
  size: ["small", "medium", "large", "larger", "largest"],
  lines: ["medium", "narrow", "wide"],
  spacing: ["normal", "tight", "loose"],
  face: ["serif", "sans"],
  theme: ["site", "paper", "sepia", "dark"],
  layout: ["scroll", "pages"],
} as const;

export type TextStyleName = keyof typeof textStyles;
export type TextStyle = { [Name in TextStyleName]: (typeof textStyles)[Name][number] };

export const textStyleNames = Object.keys(textStyles) as TextStyleName[];

export const usualTextStyle: TextStyle = {
  size: "medium",
  lines: "medium",
  spacing: "normal",
  face: "serif",
  theme: "site",
  layout: "scroll",
};

/** Of fields or a cookie, of which anything may be missing or unknown: then it is as usual. */
export function knownTextStyle(given: Partial<Record<string, string>>): TextStyle {
  const known = textStyleNames.map((name) => {
    const options: readonly string[] = textStyles[name];
    return [name, options.includes(given[name] ?? "") ? given[name] : usualTextStyle[name]];
  });
  return Object.fromEntries(known);
}

export const textStyleCookie = "text-style";

export const asTextStyleCookie = (style: TextStyle): string => textStyleNames.map((name) => style[name]).join(".");

export function readTextStyle(cookie = ""): TextStyle {
  const values = cookie.split(".", textStyleNames.length);
  return knownTextStyle(Object.fromEntries(textStyleNames.map((name, n) => [name, values[n]])));
}

/** By which the style sheet knows it. */
export const textStyleAttributes = (style: TextStyle): Record<`data-${TextStyleName}`, string> =>
  Object.fromEntries(textStyleNames.map((name) => [`data-${name}`, style[name]])) as ReturnType<
    typeof textStyleAttributes
  >;
