/** What others wrote about the page of an open book. */
export { Margin } from "../../notes/Margin.tsx";
