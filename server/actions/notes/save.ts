import * as notes from "../../../db/notes/notes.ts";
import { pageNumber } from "../../contract/books/shapes.ts";
import { NewNote, Note, NoteForm } from "../../contract/notes/shapes.ts";
import { notesServerTexts, notesTexts } from "../../contract/notes/texts.ts";
import { BadRequest, beyondEnd, bookNotFound, Conflict } from "../../errors.ts";
import { operation, type SentForm } from "../../operation.ts";
import { noRoom } from "../account/storage.ts";
import { toGroup, toOpenBook } from "../books/books.ts";
import { noticesRemoved } from "../notices/notices.ts";
import { setShared, sharingText } from "./shared_notes.ts";

/** An empty note is removed, with the answers to it. */
export const saveNote = operation({
  call: "POST /books/:bookId/notes/:page",
  summary: "Saves the caller's note on a page; empty content removes it",
  access: "member",
  takes: NewNote,
  params: { page: pageNumber },
  gives: { note: Note },
  says: notesTexts.saved,
  fails: {
    400: ["note_mismatch", "page_beyond_end"],
    404: ["book_not_found"],
    409: ["note_changed"],
    413: ["account_full"],
  },
  form: {
    path: "/group/:id/books/:bookId/notes",
    takes: NoteForm,
    read: ({ params, fields }) => ({ ...fields, bookId: params.bookId }),
    params: ({ params, fields }) => ({ bookId: params.bookId, page: fields.pageNumber }),
    says: ({ note }, { fields }) => fields.shared ? sharingText(note.shared) : notesTexts.saved,
    to: (sent, answer) => answer ? toOpenBook(sent, shownPage(sent, answer.note)) : toGroup(sent),
  },
  async run({ deps, user, params: { bookId, page } }, { shared, ...draft }: NoteForm) {
    if (draft.bookId !== bookId || draft.pageNumber !== page) {
      throw new BadRequest(notesServerTexts.mismatch, "note_mismatch");
    }
    const { db, clock, limiter, config: { accountQuota: quota } } = deps;
    const { before, saved, isFull } = await notes.saveNote(db, user.id, { ...draft, quota }, clock());
    if (!before) throw bookNotFound();
    if (page > before.pageCount) throw beyondEnd(before.pageCount);
    if (isFull) throw await noRoom(deps, user);
    if (!saved) throw new Conflict(notesTexts.conflict, "note_changed", { body: { note: before.note } });
    if (draft.content === "") await noticesRemoved(deps, [{ userId: user.id }]);
    if (shared === undefined) return { note: saved };
    await limiter.take("talk", user.id);
    await setShared(deps, user, { bookId, pageNumber: page, shared });
    return { note: { ...saved, shared } };
  },
});

/** Of a reader's copy more than one page may have the note: the address of the form has theirs. */
const shownPage = ({ search }: SentForm, { pageNumber }: Note): number =>
  Number(new URLSearchParams(search).get("page") ?? pageNumber);
