export const previewTexts = {
  title: "Preview",
  description: "What you have written, as it will be shown",
  noForm: "It is shown as you have written it.",
  nothing: "You have written nothing yet.",
  text: "Text",
  post: "Post",
  preview: "Preview",
  files: "Files",
  chooseAgain: "Files are not part of a preview. If you have chosen some, choose them again.",
};
