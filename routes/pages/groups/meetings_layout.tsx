import { listTitles } from "../../../db/books/books.ts";
import { meetingTexts as words } from "../../../server/contract/groups/meeting_texts.ts";
import type { C, FailedForm } from "../../layout/page.tsx";
import type { Times } from "./meeting_time.ts";
import { type PartDrawn, partOfGroup } from "./part_of_group.tsx";

export type ShelvedTitle = Awaited<ReturnType<typeof listTitles>>[number];

interface MeetingsPage {
  groupId: string;
  failed?: FailedForm;
}

/** @param draw with the books that a meeting can have */
export const meetingsPage = (
  c: C,
  page: MeetingsPage,
  draw: (books: ShelvedTitle[]) => Promise<PartDrawn | Response>,
): Promise<Response> =>
  partOfGroup(
    c,
    { description: words.description, styles: ["meetings-page"], live: "meetings", ...page },
    async ({ id }) => {
      const { deps: { db }, user } = c.var;
      return await draw(await listTitles(db, user.id, id));
    },
  );

export const Starts = ({ at, format }: { at: string; format: Times }) => (
  <time dateTime={at} title={format.fullNamed(at)}>{format.short(at)}</time>
);
