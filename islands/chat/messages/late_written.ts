/** What a browser loads once there is a message with a form. */
import "../../runtime/written_style.ts";
export { drawWritten, setStops } from "./draw_written.ts";
