import { createMiddleware } from "hono/factory";
import { findBookRights } from "../../../db/books/rights.ts";
import { bookNotFound } from "../../../server/errors.ts";
import { type Env, router } from "../../../server/http/router.ts";

/** A form of a book is only found below its own group: what it may do depends on the book, whatever group is named. */
const inItsGroup = createMiddleware<Env>(async (c, next) => {
  const { id: groupId, bookId } = c.req.param() as { id: string; bookId: string };
  const { session, deps: { db, clock } } = c.var;
  const rights = session && c.req.method === "POST" && await findBookRights(db, session.user.id, bookId, clock());
  if (rights && rights.groupId !== groupId) throw bookNotFound();
  await next();
});

export const bookOfGroup = router();

bookOfGroup.use("/group/:id/books/:bookId/*", inItsGroup);
