/** Whether somebody shows a group what is theirs: a note, or the page that they are on. */
import { z } from "zod";
import { validationServerTexts } from "../site/texts.ts";

/** From a form as text, by the button that was pressed. */
export const shared = z.union(
  [z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")],
  validationServerTexts.invalid,
);

export const Sharing = z.object({ shared });
