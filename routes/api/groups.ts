import { z } from "zod";
import { findGroup, listGroups } from "../../db/groups/groups.ts";
import { listInvitations } from "../../db/groups/invitations.ts";
import { addPeopleToGroup } from "../../server/actions/account/added_people.ts";
import { makeCardForMember, makeUnusedCards } from "../../server/actions/account/cards.ts";
import { archiveGroup, archiveName } from "../../server/actions/groups/archive.ts";
import { importGroup } from "../../server/actions/groups/archive_import.ts";
import { listConversations, openConversation } from "../../server/actions/groups/conversations.ts";
import { createGroup, deleteGroup, updateGroup } from "../../server/actions/groups/groups.ts";
import { hideSteps } from "../../server/actions/groups/first_steps.ts";
import { acceptInvitation, declineInvitation, inviteByMail } from "../../server/actions/groups/invitations.ts";
import {
  createInviteLink,
  joinByLink,
  listInviteLinks,
  readInviteLink,
  revokeInviteLink,
  unusableLink,
} from "../../server/actions/groups/invite_links.ts";
import {
  answerRequest,
  askToJoin,
  readListedGroups,
  readRequests,
  takeBackRequest,
} from "../../server/actions/groups/requests.ts";
import {
  agreeToOverview,
  readSettings as findSettings,
  saveSettings,
  sharePages,
} from "../../server/actions/groups/settings.ts";
import {
  readCalendar,
  readCalendarOf,
  readMeetingFile,
  renewCalendar,
  revokeCalendar,
  sendCalendar,
  sendMeeting,
} from "../../server/actions/groups/calendars.ts";
import { cancelDate, changeDate } from "../../server/actions/groups/meeting_dates.ts";
import { replyToMeeting } from "../../server/actions/groups/meeting_replies.ts";
import { cancelMeeting, changeMeeting, createMeeting, listMeetings } from "../../server/actions/groups/meetings.ts";
import { listChanges, undoChange } from "../../server/actions/books/removal.ts";
import { exportOverview, findOverview, remind as remindOfOverview } from "../../server/actions/reading/overview.ts";
import { archiveImportTexts } from "../../server/contract/groups/archive_import_texts.ts";
import { archiveTexts } from "../../server/contract/groups/archive_texts.ts";
import { Meeting, MeetingsQuery } from "../../server/contract/groups/meeting_shapes.ts";
import {
  closePoll,
  createPoll,
  listPolls,
  readPoll as findPoll,
  removePoll,
  vote,
} from "../../server/actions/groups/polls.ts";
import { Poll, PollsQuery } from "../../server/contract/groups/poll_shapes.ts";
import { BookChange, Settings } from "../../server/contract/groups/settings_shapes.ts";
import { OverviewQuery, ReadingOverview } from "../../server/contract/reading/overview_shapes.ts";
import { addMember, removeMember } from "../../server/actions/groups/members.ts";
import { assertOrganizer, onlyOrganizers } from "../../server/actions/groups/organizers.ts";
import { setRole } from "../../server/actions/groups/roles.ts";
import * as groupsLimits from "../../server/contract/groups/limits.ts";
import {
  Group,
  GroupQuery,
  Invitation,
  InvitationsQuery,
  InviteLink,
  JoinPreview,
} from "../../server/contract/groups/shapes.ts";
import { found, groupNotFound } from "../../server/errors.ts";
import { type CallDoor, callIn, perform } from "../../server/http/call_door.ts";
import type { Ctx, SignedInEnv } from "../../server/http/router.ts";
import { calendarResponse, download, downloadZip, zipHeaders } from "../../server/http/file_response.ts";
import { JsonText, operation } from "../../server/operation.ts";
import { receiveArchive } from "./groups_files.ts";

const readGroups = operation({
  call: "GET /groups",
  summary: "The caller's groups, latest activity first",
  access: "signedIn",
  guests: true,
  gives: { groups: z.array(Group) },
  run: async ({ deps, user }) => new JsonText(`{"groups":${await listGroups(deps.db, user.id)}}`),
});

const readGroup = operation({
  call: "GET /groups/:id",
  summary: "A group, to its members",
  access: "member",
  takes: GroupQuery,
  gives: { group: Group },
  fails: { 404: ["group_not_found"] },
  run: async ({ deps, user, params }, { page }) => ({
    group: found(await findGroup(deps.db, user.id, params.id, { page }), groupNotFound),
  }),
});

const readInviteLinks = operation({
  call: "GET /groups/:id/invites",
  summary: "The links of a group that can be used; an organizer or the creator",
  access: "organizer",
  gives: { invites: z.array(InviteLink) },
  fails: { 403: ["not_organizer"], 404: ["group_not_found"] },
  async run({ deps, user, params }) {
    const listed = await listInviteLinks(deps, user, params.id);
    return { invites: listed.map(({ madeBy: _, ...invite }) => invite) };
  },
});

const readJoinPreview = operation({
  call: "GET /join/:token",
  summary: "The group that a link leads to, by its token or its code",
  access: "anyone",
  gives: JoinPreview,
  fails: { ...unusableLink, 404: ["invite_not_found"] },
  async run({ deps, caller: { address }, session, params }) {
    const visit = { address, userId: session?.user.id };
    const { group, invitedBy } = await readInviteLink(deps, params.token, visit);
    return { group, invitedBy };
  },
});

const readInvitations = operation({
  call: "GET /invitations",
  summary: "The invitations that wait for the caller's answer, the latest first",
  access: "signedIn",
  takes: InvitationsQuery,
  gives: { invitations: z.array(Invitation), hasMore: z.boolean() },
  async run({ deps: { db, clock }, user }, { before }) {
    const found = await listInvitations(db, user.id, { now: clock(), before });
    const invitations = found.slice(0, groupsLimits.invitations.listed);
    return { invitations, hasMore: found.length > invitations.length };
  },
});

const readSettings = operation({
  call: "GET /groups/:id/settings",
  summary: "The settings of a group",
  access: "member",
  gives: { settings: Settings },
  fails: { 404: ["group_not_found"] },
  run: async ({ deps, user, params }) => ({ settings: (await findSettings(deps, user, params.id)).settings }),
});

const readPolls = operation({
  call: "GET /groups/:id/polls",
  summary: "The polls of a group: those that are open first, then those that are closed, each the latest first",
  access: "member",
  takes: PollsQuery,
  gives: { polls: z.array(Poll), hasMore: z.boolean() },
  fails: { 404: ["group_not_found"] },
  run: ({ deps, user, params }, { after }) => listPolls(deps, user, { groupId: params.id, after }),
});

const readPoll = operation({
  call: "GET /polls/:pollId",
  summary: "A poll, to members of its group",
  access: "member",
  gives: { poll: Poll },
  fails: { 404: ["poll_not_found"] },
  run: async ({ deps, user, params: { pollId } }) => ({ poll: await findPoll(deps, user, pollId) }),
});

const readMeetings = operation({
  call: "GET /groups/:id/meetings",
  summary: "The meetings of a group: the next ones first, then those that are over",
  access: "member",
  takes: MeetingsQuery,
  gives: { meetings: z.array(Meeting), hasMore: z.boolean() },
  fails: { 404: ["group_not_found"] },
  run: ({ deps, user, params: { id } }, { after }) => listMeetings(deps, user, { groupId: id, after }),
});

const readBookChanges = operation({
  call: "GET /groups/:id/books/changes",
  summary: "The latest changes of plans, contents and the shelf; an organizer or the creator",
  access: "organizer",
  gives: { changes: z.array(BookChange) },
  fails: { 403: ["organizers_only"], 404: ["group_not_found"] },
  run: async ({ deps, user, params }) => ({ changes: await listChanges(deps, user, params.id) }),
});

const readReadingOverview = operation({
  call: "GET /groups/:id/overview",
  summary: "How far those members have read who agreed; an organizer or the creator",
  access: "organizer",
  takes: OverviewQuery,
  gives: ReadingOverview,
  fails: { 403: ["organizers_only"], 404: ["group_not_found"] },
  run: ({ deps, user, params }, query) => findOverview(deps, user, { groupId: params.id, ...query }),
});

const exportReadingOverview = operation({
  call: "GET /groups/:id/overview/export",
  summary: "How far those members have read who agreed, as CSV; an organizer or the creator",
  access: "organizer",
  type: "text/csv",
  fails: { 403: ["organizers_only"], 404: ["group_not_found"] },
});

/** @throws NotFound for outsiders, Forbidden for members who are not organizers */
export async function sendOverview(c: Ctx<SignedInEnv>): Promise<Response> {
  const parts = await exportOverview(c.var.deps, c.var.user, c.req.param("id")!);
  return download(c, { name: "overview.csv", type: "text/csv", parts });
}

/** @throws as `archiveGroup` */
export async function sendArchive(c: Ctx<SignedInEnv>): Promise<Response> {
  const { deps, user } = c.var;
  const groupId = c.req.param("id")!;
  if (c.req.method === "HEAD") {
    await assertOrganizer(deps.db, user, { groupId, refusal: onlyOrganizers(archiveTexts.onlyOrganizers) });
    return c.body(null, 200, zipHeaders(await archiveName(deps, user, groupId)));
  }
  const zip = await perform(archiveGroup, callIn(c, archiveGroup, { id: groupId }), {});
  return downloadZip(c, await archiveName(deps, user, groupId), zip as ReadableStream);
}

export const groupsDoors: Partial<Record<keyof typeof groups, CallDoor>> = {
  sendCalendar: {
    respond: async (c) => calendarResponse(c, await readCalendarOf(c.var.deps, c.req.query("token")!)),
  },
  sendMeeting: {
    async respond(c) {
      const { deps, user } = c.var;
      return calendarResponse(c, await readMeetingFile(deps, user, c.req.param("meetingId.ics")!));
    },
  },
  archiveGroup: { respond: sendArchive },
  importGroup: {
    async respond(c) {
      const imported = await receiveArchive(c);
      return c.json({ message: archiveImportTexts.imported(imported), ...imported }, 201);
    },
  },
  exportReadingOverview: { respond: sendOverview },
};

export const groups = {
  readSettings,
  saveSettings,
  sharePages,
  agreeToOverview,
  remindOfOverview,
  readBookChanges,
  undoChange,
  readReadingOverview,
  exportReadingOverview,
  readPolls,
  createPoll,
  readPoll,
  vote,
  closePoll,
  removePoll,
  archiveGroup,
  importGroup,
  readMeetings,
  createMeeting,
  changeMeeting,
  cancelMeeting,
  changeDate,
  cancelDate,
  replyToMeeting,
  readCalendar,
  renewCalendar,
  revokeCalendar,
  sendCalendar,
  sendMeeting,
  // Before those of one group, whose id it would be taken for.
  readListedGroups,
  readGroups,
  createGroup,
  readGroup,
  updateGroup,
  deleteGroup,
  setRole,
  addMember,
  removeMember,
  addPeopleToGroup,
  makeCardForMember,
  makeUnusedCards,
  readInviteLinks,
  createInviteLink,
  revokeInviteLink,
  inviteByMail,
  readJoinPreview,
  joinByLink,
  hideSteps,
  readInvitations,
  acceptInvitation,
  declineInvitation,
  askToJoin,
  takeBackRequest,
  readRequests,
  answerRequest,
  openConversation,
  listConversations,
};
