import type { z } from "zod";
import { giveWay } from "../../../../db/engine/timing.ts";
import type { User } from "../../../contract/people/shapes.ts";
import { ownPages, pageAt } from "../../../contract/reading/positions.ts";
import type { Deps } from "../../../deps.ts";
import type { ArchiveFile } from "../../../library/archive_file.ts";
import { People } from "./people.ts";
import { positionIn, type ShelvedBook } from "./shelved_book.ts";
import { Writes } from "./writes.ts";

interface FoundPage {
  book: ShelvedBook;
  position: number;
  page: number;
}

/** What is known of an archive while one part of it after the other is read. */
export class ArchiveImport {
  counts = { messages: 0, books: 0, leftOut: 0 };
  /** By their ids in the archive. */
  books = new Map<string, ShelvedBook>();
  groupId: string;
  archive: ArchiveFile;
  writes: Writes;
  people: People;

  constructor(
    readonly deps: Deps,
    readonly user: User,
    { groupId, archive }: Pick<ArchiveImport, "groupId" | "archive">,
  ) {
    this.groupId = groupId;
    this.archive = archive;
    this.writes = new Writes(deps, groupId);
    this.people = new People(deps, user, this);
  }

  leaveOut(rows = 1): void {
    this.counts.leftOut += rows;
  }

  rows<T extends z.ZodType>(name: string, shape: T): AsyncGenerator<z.output<T>> {
    return this.read(this.archive.rows(name), shape);
  }

  /** What has another shape is left out and counted. */
  async *read<T extends z.ZodType>(
    rows: Iterable<unknown> | AsyncIterable<unknown>,
    shape: T,
  ): AsyncGenerator<z.output<T>> {
    for await (const row of rows) {
      // Explaining what is wrong takes long.
      const parsed = row === null || typeof row !== "object" ? undefined : shape.safeParse(row);
      if (parsed?.success) yield parsed.data;
      else this.leaveOut();
      await giveWay();
    }
  }

  /** Undefined where the book, or its page, is not there: what is about it is left out. */
  findPage({ bookId, page }: { bookId: string; page: number }): FoundPage | undefined {
    const book = this.books.get(bookId);
    const position = book ? positionIn(book, page) : null;
    if (book && position !== null) return { book, position, page: pageAt(ownPages(book.pageCount), position) };
    this.leaveOut();
  }
}
