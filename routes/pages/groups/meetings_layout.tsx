import { meetingTexts as words } from "../../../server/contract/groups/meeting_texts.ts";
import type { C, FailedForm } from "../../layout/page.tsx";
import type { Times } from "./meeting_time.ts";
import { type PartDrawn, partOfGroup } from "./part_of_group.tsx";

interface MeetingsPage {
  groupId: string;
  failed?: FailedForm;
}

export const meetingsPage = (c: C, page: MeetingsPage, draw: () => Promise<PartDrawn | Response>): Promise<Response> =>
  partOfGroup(c, { description: words.description, styles: ["meetings-page"], live: "meetings", ...page }, draw);

export const Starts = ({ at, format }: { at: string; format: Times }) => (
  <time dateTime={at} title={format.fullNamed(at)}>{format.short(at)}</time>
);
