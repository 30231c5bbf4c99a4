export const otherAddresses = "Links lead to http and https alone.";
export const titles = "Links have no titles, which phones and readers of screens do not show.";

/** Examples of CommonMark that are not shown as it says, by the reason, each under the first one that fits. */
export const leftOut: Record<string, string> = {
  "There is no HTML: it is shown as it is written.":
    "21 31 148-191 308 309 344 475-477 491 494 524 613-617 623 625-631 642 643",
  "There are no images from elsewhere: a link leads to one.": "517 520 531 572-589 591",
  "There is no code by indentation: people indent by accident, and have fences.":
    "1-3 5-8 18 36 48 69 107 110-112 114 116-118 134 211 225 231 236 252-254 257 264 270-274 278 286-290 313",
  "There are no underlined headings: a line of dashes is written for other reasons.":
    "59 80-84 86 89-91 95 102 103 141 300",
  "There are no rules across a text, which is too short for any.":
    "11 43 47 50-54 57 58 60 61 77 85 88 92 94 96 98-101 104 105 115 234 246",
  "There are no definitions of links: what is hidden in one would be lost from a short text.":
    "23 33 192-196 198 200-208 210 214-218 317 527-530 532-545 549 550 553-571 592 593",
  "There are no character references: every character can be written itself.": "25-27 34 37-41",
  "There is one kind of line break, which is shown as one: no two spaces or backslashes make another.":
    "16 226 633-639",
  [otherAddresses]:
    "404 419 422 433 473 474 483 489 492 495 496 498-504 507 512 514-516 518 519 521 522 596-599 601 604 605",
  [titles]: "22 32 482 505 506 509 510",
  "A link that leads nowhere is none.": "485-487",
  "A link without a name is named by its address.": "484",
  "A text without any words is shown as it is written.": "79 126 129 130 144 239 240 284 334",
  "Nothing is escaped in the name of a language.": "24",
};
