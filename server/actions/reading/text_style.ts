import { z } from "zod";
import { textPaths } from "../../contract/books/text_paths.ts";
import { typedPlace } from "../../contract/books/text_shapes.ts";
import { readerTexts } from "../../contract/reading/reader_texts.ts";
import { operation } from "../../operation.ts";

/** Only a form does it, whose door sets the cookie: it is no call of the API. */
export const setTextStyle = operation({
  call: "POST /group/:id/books/:bookId/read/style",
  summary: "Sets how texts look in this browser",
  access: "signedIn",
  takes: z.object({ at: typedPlace.optional().catch(undefined) }),
  form: {
    path: "/group/:id/books/:bookId/read/style",
    says: readerTexts.applied,
    to: ({ params: { id, bookId }, fields }) => {
      const { data } = typedPlace.safeParse(fields.at);
      return textPaths.read(id, bookId, data);
    },
  },
  guests: true,
  run: () => {},
});
