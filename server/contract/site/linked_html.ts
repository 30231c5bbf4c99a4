import { message } from "../chat/limits.ts";
import { linkify } from "../chat/links.ts";
import { escaped, linkHtml } from "./written_html.ts";

/** The HTML of a text without a form, whose addresses are links. */
export const linkedHtml = (text: string): string => {
  let links = 0;
  return linkify(text).map(({ text, href }) =>
    href && links++ < message.links ? linkHtml(href, escaped(text)) : escaped(text)
  ).join("");
};
