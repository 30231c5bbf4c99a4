/** Of an open book. In a file of its own: the page of a group is loaded without it. */
export const openBookTexts = {
  finished: "You have finished this book.",
  end: "The end: reviews, questions and what is next",
  stays: (place: string) => `Not updated: ${place} was saved at a later time, perhaps on another device.`,
  about: "About this book",
  notAvailable: "This book is not available here. Please use a physical copy.",
  preview: (title: string) => `Preview of ${title}`,
  previewNote: "The preview comes from Google Books. Loading it shares your IP address with Google.",
  guide: [
    "Read at your own pace, in whichever copy you have.",
    "Update your page whenever you stop, so that you find your place again.",
    "Write down what you think of a page; your notes are yours alone, unless you share one.",
  ],
};
