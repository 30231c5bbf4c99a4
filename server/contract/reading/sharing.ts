/** Whether somebody shows a group what is theirs: a note, or the page that they are on. */
import { z } from "zod";
import { serverTexts } from "../server_texts.ts";

/** From a form as text, by the button that was pressed. */
export const shared = z.union(
  [z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")],
  serverTexts.validation.invalid,
);

export const Sharing = z.object({ shared });
