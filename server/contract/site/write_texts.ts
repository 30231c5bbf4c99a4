export const writeTexts = {
  bar: "Formatting",
  names: { bold: "Bold", italic: "Italic", code: "Code", formula: "Formula", hidden: "Hidden text" },
  preview: "Preview",
  formula: "Formula",
  emoji: "Emoji",
};
