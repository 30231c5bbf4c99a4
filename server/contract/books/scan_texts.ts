export const scanTexts = {
  title: "Add a book by its barcode",
  suggest: "Suggest a book by its barcode",
  description: "Finds a book by the number of its barcode, which a camera can read.",
  isbn: "ISBN",
  hint: "Type the 10 or 13 digits near the barcode on the back, with or without hyphens.",
  find: "Find the book",
  scan: "Scan the barcode",
  stop: "Stop the camera",
  looking: "Hold the barcode in front of the camera, so that it fills most of the picture.",
  picture: "What the camera sees",
  notAllowed: "The camera is not allowed here. Allow it in the settings of your browser, or type the number.",
  failed: "The camera could not be used. You can type the number.",
};
