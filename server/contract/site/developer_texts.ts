/** Texts for those who write programs for the API. */
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
};
