/** What is said of a form that did not reach the server: every page has these from the start. */
export const unsentFormTexts = {
  /** Shown when something was stored here for lack of a connection. */
  stored: "No connection. It is stored in this browser, and sent when there is one.",
  refused: "The server did not accept it.",
  needsConnection: "This needs a connection. Nothing was sent.",
};
