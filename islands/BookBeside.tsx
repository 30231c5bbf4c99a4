/** What others have at the page of an open book, and where they are: loaded after it. */
export { GroupPace } from "./books/GroupPace.tsx";
export { PageNotes } from "./notes/PageNotes.tsx";
