/** What is said about the text of a book. */
export const textTexts = {
  invalidPlace: "This is no place in the text.",
  notFound: "This book has no text here",
  tooLarge: "An EPUB can have at most 50 MB",
  interrupted: "Reading it in was interrupted. Bring the file again.",
};

const written = (number: number) => number.toLocaleString("en");

/** Why a file cannot be read in: which part of it, and what is wrong with it. */
export const epubTexts = {
  notZip: "This file is not an EPUB: it is no ZIP file.",
  notEpub: "This file is not an EPUB: it is a ZIP file of something else.",
  damaged: "This file is damaged, or only a part of it has arrived.",
  tooManyEntries: (most: number) => `This EPUB holds more than ${written(most)} files.`,
  tooMuch: (megabytes: number) => `This EPUB unpacks to more than ${megabytes} MB.`,
  bomb: (path: string, times: number) => `${path} unpacks to more than ${written(times)} times its size.`,
  overlapping: "Files in this EPUB overlap, so that it unpacks to more than it is.",
  badName: (path: string) => `A file in this EPUB has a name that leads out of it: ${path}`,
  twice: (path: string) => `${path} is in this EPUB twice.`,
  locked: (path: string) => `${path} is locked with a password.`,
  otherMethod: (path: string) => `${path} is packed in a way that EPUB does not have.`,
  protected: (by: string) => `This EPUB is locked by ${by}, so nothing but its own apps can read it.`,
  noContainer: "This EPUB has no META-INF/container.xml, which says where the book is.",
  badContainer: "META-INF/container.xml does not say where the book is.",
  missing: (path: string) => `${path} is missing from this EPUB.`,
  tooLarge: (path: string, megabytes: number) => `${path} is larger than ${megabytes} MB.`,
  badXml: (path: string) => `${path} is not well-formed XML.`,
  entities: (path: string) => `${path} declares entities within entities, which could unpack without end.`,
  tooDeep: (path: string, most: number) => `${path} has elements nested more than ${written(most)} deep.`,
  tooManyAttributes: (path: string, most: number) => `An element of ${path} has more than ${written(most)} attributes.`,
  tooManyElements: (path: string, most: number) => `${path} has more than ${written(most)} elements.`,
  badPackage: (path: string) => `${path} does not list what the book is made of.`,
  tooManyItems: (path: string, most: number) => `${path} lists more than ${written(most)} files.`,
  noText: "This EPUB has no text that can be read here.",
  tooLong: (most: number) => `This EPUB has more than ${written(most)} characters.`,
  tooMuchMarkup: "This EPUB has too much markup for its text.",
  tooSlow: "Reading this EPUB takes too long.",
  fontLock: "an unknown protection",
  media: (kind: "audio" | "video") => kind === "audio" ? "[A recording, left out]" : "[A film, left out]",
};
