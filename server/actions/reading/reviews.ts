import { rowSize } from "../../../db/account/storage.ts";
import { findReader, type Reader } from "../../../db/reading/readers.ts";
import { rateInReadingList } from "../../../db/reading/reading_list.ts";
import * as reviews from "../../../db/reading/reviews.ts";
import type { User } from "../../contract/people/shapes.ts";
import { endTexts } from "../../contract/reading/end_texts.ts";
import { NewReview, ReviewsQuery } from "../../contract/reading/input_shapes.ts";
import { bookEndPath } from "../../contract/reading/paths.ts";
import { Review, Reviews } from "../../contract/reading/shapes.ts";
import type { Deps } from "../../deps.ts";
import { bookNotFound, Forbidden, found, NotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";
import { bytesIn, requireRoom } from "../account/storage.ts";
import { notOpen, requireOpen } from "../groups/conversations.ts";
import { withForm } from "../../writing/mod.ts";

const toEnd = ({ params: { id, bookId } }: { params: { id: string; bookId: string } }): string =>
  `${bookEndPath(id, bookId)}#review`;

/** @throws NotFound for outsiders; Forbidden before they have finished it */
async function requireFinished({ db }: Deps, user: User, bookId: string): Promise<Reader> {
  const reader = found(await findReader(db, user.id, bookId), bookNotFound);
  if (reader.finishedAt === null) throw new Forbidden(endTexts.notThereYet, "not_there_yet");
  return reader;
}

export const saveReview = operation({
  call: "PUT /books/:bookId/review",
  summary: "Reviews a book that the caller has finished, in place of their review before",
  access: "member",
  takes: NewReview,
  gives: { review: Review },
  says: endTexts.saved,
  limit: "talk",
  fails: { 403: ["not_there_yet", ...notOpen], 404: ["book_not_found"], 413: ["account_full"] },
  form: { path: "/group/:id/books/:bookId/review", to: toEnd },
  async run({ deps, user, params: { bookId } }, { stars, text }) {
    const { db, clock, broadcast, config: { accountQuota: quota } } = deps;
    const { groupId } = await requireFinished(deps, user, bookId);
    if (!await reviews.saveReview(db, user.id, { bookId, stars, text, form: withForm(text).form, quota }, clock())) {
      await requireOpen(deps, user, groupId);
      await requireRoom(deps, user, rowSize.text + bytesIn(text));
    }
    if (stars !== null) await rateInReadingList(db, user.id, { bookId, stars });
    broadcast.partChanged({ groupId, part: "pace", bookId });
    return { review: found(await reviews.findOwnReview(db, user.id, bookId), bookNotFound) };
  },
});

export const removeReview = operation({
  call: "DELETE /books/:bookId/review",
  summary: "Removes the caller's review",
  access: "owner",
  guests: true,
  says: endTexts.removed,
  fails: { 404: ["review_not_found"] },
  form: { path: "/group/:id/books/:bookId/review/remove", to: toEnd },
  async run({ deps: { db, broadcast }, user, params: { bookId } }) {
    const groupId = await reviews.deleteReview(db, user.id, bookId);
    if (groupId === undefined) throw new NotFound(endTexts.noReview, "review_not_found");
    broadcast.partChanged({ groupId, part: "pace", bookId });
  },
});

export const readReviews = operation({
  call: "GET /books/:bookId/reviews",
  summary: "What members thought of a book, once the caller has finished it",
  access: "member",
  takes: ReviewsQuery,
  gives: Reviews,
  fails: { 403: ["not_there_yet"], 404: ["book_not_found"] },
  async run({ deps, user, params: { bookId } }, { before }) {
    await requireFinished(deps, user, bookId);
    return await reviews.listReviews(deps.db, user.id, { bookId, before });
  },
});
