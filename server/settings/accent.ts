/** The tokens of an operator's colour, and whether they can be read: contrasts as WCAG 2 computes them. */

export interface Accent {
  /** As set, `#rrggbb`: on light pages, and in mails, which are always light. */
  light: string;
  /** The same hue on dark pages, for what is filled with it. */
  dark: string;
  /** The style of the tokens of `tokens.css` that it replaces. */
  css: string;
}

type Rgb = [red: number, green: number, blue: number];
type Oklch = [lightness: number, chroma: number, hue: number];

/** The grounds of `tokens.css` that text of the accent stands on. */
const grounds = {
  light: { paper: [0.975, 0.011, 85], card: [0.995, 0.005, 85], well: [0.945, 0.015, 82] },
  dark: { paper: [0.195, 0.011, 60], card: [0.235, 0.013, 60], well: [0.275, 0.014, 62] },
} satisfies Record<string, Record<string, Oklch>>;
/** What is written on what is filled with the accent. */
const onFill: Oklch = [0.98, 0.01, 85];

const text = 4.5, control = 3;

/**
 * The tokens of a colour: as it is on light pages, and its hue with other lightness on dark ones, like the built-in one.
 *
 * @param hex `#rrggbb`
 * @throws Error with the first contrast that is too low, and how low
 */
export function accentOf(hex: string): Accent {
  const light = rgbOf(hex);
  const [, chroma, hue] = oklchOf(light);
  const dark = {
    accent: [0.8, Math.min(chroma, 0.075), hue],
    fill: [0.46, Math.min(chroma, 0.12), hue],
  } satisfies Record<
    string,
    Oklch
  >;
  const rim: Oklch = [0.6, Math.min(chroma, 0.1), hue];
  const tint = {
    light: [0.925, Math.min(chroma, 0.022), hue],
    dark: [0.32, Math.min(chroma, 0.04), hue],
  } satisfies Record<
    string,
    Oklch
  >;
  const check = (color: Rgb, ground: Oklch, { name, least }: { name: string; least: number }) => {
    const ratio = contrast(color, toRgb(ground));
    if (ratio >= least) return;
    // Rounded down: 4.49 must not read as the 4.5 that it is not.
    throw new Error(`has a contrast of ${Math.floor(ratio * 100) / 100}:1 with ${name}, and needs ${least}:1`);
  };
  for (const [name, ground] of Object.entries({ ...grounds.light, tint: tint.light })) {
    check(light, ground, { name: `the ${name} of light pages`, least: text });
  }
  check(light, onFill, { name: "the text of buttons", least: text });
  for (const [name, ground] of Object.entries({ ...grounds.dark, tint: tint.dark })) {
    check(toRgb(dark.accent), ground, { name: `the ${name} of dark pages`, least: text });
  }
  check(toRgb(dark.fill), onFill, { name: "the text of buttons on dark pages", least: text });
  check(toRgb(rim), grounds.dark.paper, { name: "the paper of dark pages at the rims of controls", least: control });
  const css = `:root{--accent:light-dark(${hex},${css3(dark.accent)});--fill:light-dark(${hex},${css3(dark.fill)});` +
    `--rim:light-dark(${hex},${css3(rim)});--tint:light-dark(${css3(tint.light)},${css3(tint.dark)})}`;
  return { light: hex, dark: toHex(toRgb(dark.fill)), css };
}

const css3 = ([lightness, chroma, hue]: Oklch): string =>
  `oklch(${+(lightness * 100).toFixed(1)}% ${+chroma.toFixed(4)} ${+hue.toFixed(1)})`;

/** Of two colours, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Channels from 0 to 1. */
export const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255) as Rgb;

const toHex = (rgb: Rgb): string =>
  "#" + rgb.map((channel) => Math.round(channel * 255).toString(16).padStart(2, "0")).join("");

const luminance = (rgb: Rgb): number => {
  const [red, green, blue] = rgb.map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const linear = (channel: number): number => channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;

const gamma = (channel: number): number => {
  const inside = Math.min(Math.max(channel, 0), 1);
  return inside <= 0.0031308 ? inside * 12.92 : 1.055 * inside ** (1 / 2.4) - 0.055;
};

/** By the matrices of https://bottosson.github.io/posts/oklab/; the hue in degrees. */
function oklchOf(rgb: Rgb): Oklch {
  const [red, green, blue] = rgb.map(linear);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const hue = Math.atan2(b, a) * 180 / Math.PI;
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, b), (hue + 360) % 360];
}

function toRgb([lightness, chroma, hue]: Oklch): Rgb {
  const [a, b] = [chroma * Math.cos(hue * Math.PI / 180), chroma * Math.sin(hue * Math.PI / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}
