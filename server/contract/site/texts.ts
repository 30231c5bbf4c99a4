export const transportTexts = {
  serverError: "Server error occurred. Please try again later.",
  network: "No connection to the server. Please check your network and try again.",
  chunkTimeout: "This part of the page could not be loaded.",
  stopped: "This part of the page has stopped working.",
  reload: "Reload",
};

export const validationTexts = {
  fillAll: "Please fill in all fields.",
  tooLong: (max: number) => `Please use at most ${max.toLocaleString("en")} characters.`,
};

export const pitch =
  "Read and study with a group, everyone at their own pace: what others write about a page stays hidden until you " +
  "get there.";

/** What the front page says of advertising and of where texts are stored. */
export const terms = "No advertising, no trackers. What you write stays on this site’s own server.";

export const demoTexts = {
  tryIt: "Try it without an account",
  about: "A reading group where you are a guest, at page 104 of Frankenstein: turn to page 112, and see what opens.",
  alone: "Its other members are made up. Nobody but you is in this group, and after an hour it is gone, with " +
    "everything you wrote.",
  begin: "Try it",
  step: (page: number, title: string) => `A message opens on page ${page} of ${title}`,
  turnTo: (page: number) => `Turn to page ${page}`,
  full: "The demo is full at the moment. Please try again in a few minutes.",
  forMembers: "Guests of the demo cannot do that. Sign up, and it is yours.",
  leave: "Leave",
  ended: "That was the demo. Keep reading with your own account.",
};

export const descriptions = {
  about: "A quiet place to study together.",
  contact: "How to reach the people who run this site.",
  events: "Events of this site.",
  login: "Log in to your study groups, their chats and their books.",
  register: "Create an account, and read with others: groups, live chat, shared books and notes of your own.",
  verify: "Verify your email address.",
  notices: "What happened while you were away, and how you want to be notified.",
  readingLog: "What you have read, by day and by book.",
  mailSettings: "Choose which notifications you are mailed.",
  reset: "Choose a new password.",
  dashboard: "Your groups and friend requests.",
  bookPage: "Read a book at one pace, with notes and questions that wait until everyone is there.",
  ownNotes: "All your notes, in the books of all your groups.",
  profile: "Your profile, friends and the books you are reading.",
  person: "The profile of someone who reads here.",
  search: "Find other learners by name or username.",
  offline: "The page shown without a connection.",
  error: "Something went wrong.",
  demo: "Try a reading group without an account, for an hour.",
};

export const offlineTexts = {
  title: "No connection",
  text: "This site cannot be reached. Either this device is offline or the service is temporarily unavailable; " +
    "what you had sent is safe.",
  tryAgain: "Try again",
};

export const transportServerTexts = {
  unauthorized: "Please log in to continue.",
  socketUnauthorized: "Unauthorized",
  foreignOrigin: "This request did not come from this site.",
  notFound: "Not found",
  malformed: "The request body is not valid JSON.",
  malformedForm: "The form could not be read.",
  notJson: "The request body must be JSON.",
  tooSlow: "The request took too long to arrive. Please try again.",
  unexpectedTitle: "Unexpected Application Error!",
  forbidden: "You are not allowed to do that.",
  tooLarge: "The request is too large.",
  tooMany: "Too many requests. Please wait a moment and try again.",
  unavailable: "The service cannot save anything right now. Please try again in a moment.",
  updatingTitle: "We'll be right back",
  updating: "The site is being updated, which may take some minutes. Please try again then.",
  busy: "The service is busy just now. Please try again in a moment.",
};

export const validationServerTexts = {
  required: "This field is required.",
  invalid: "This value is not valid.",
  shape: "What was sent does not have the form that is expected here.",
  text: "This must be text.",
  number: "This must be a number.",
  wholeNumber: "This must be a whole number.",
  atLeast: (min: number) => `This must be at least ${min.toLocaleString("en")}.`,
  atMost: (max: number) => `This must be at most ${max.toLocaleString("en")}.`,
  tooMany: (max: number) => `Please give at most ${max.toLocaleString("en")}.`,
  dob: "Please enter a date of birth in the past, as YYYY-MM-DD.",
  gender: "Please choose male, female or other.",
  url: "Please enter a full web address that begins with https:// or http://.",
};

export const developerTexts = {
  title: "For developers",
  description: "Every call of the JSON API.",
  about:
    "Times are ISO 8601 in UTC with milliseconds, ids are opaque strings, bodies are JSON. A session is carried by " +
    "its cookie or as a bearer token. Live events come by Socket.IO on /socket.io.",
  wholeDescription: "The whole description, as OpenAPI 3.1",
  nouns: "Parts of the API",
  shapes: "Shapes",
  needsSession: "Needs a session.",
  open: "Open to everyone.",
  query: "Query",
  body: "Body",
  answer: "Answer",
  failures: "Failures",
  events: "live events",
  fromServer: "Sent by the server",
  fromClient: "Sent by clients",
  codes: "Codes of failures",
};

export const siteTexts = {
  legal: "Legal",
  terms: "Terms of use",
  privacy: "Privacy policy",
  accept: "By registering you accept",
};

/** What is said of a form that did not reach the server: every page has these from the start. */
export const unsentFormTexts = {
  stored: "No connection. It is stored in this browser, and sent when there is one.",
  refused: "The server did not accept it.",
  needsConnection: "This needs a connection. Nothing was sent.",
};
