/** What others wrote about the page of an open book, and where they are: loaded after the book. */
export { GroupPace } from "./books/GroupPace.tsx";
export { PageNotes } from "./notes/PageNotes.tsx";
