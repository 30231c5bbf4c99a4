import * as requests from "../../../db/groups/requests.ts";
import { clubPaths } from "../../contract/groups/club_paths.ts";
import {
  JoinRequest,
  JoinRequestAnswer,
  JoinRequestsQuery,
  ListedGroup,
  ListedGroupsQuery,
  NewJoinRequest,
} from "../../contract/groups/request_shapes.ts";
import { requestTexts } from "../../contract/groups/request_texts.ts";
import { inviteTexts } from "../../contract/groups/texts.ts";
import { displayName } from "../../contract/people/names.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Conflict, found, groupNotFound, NotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";
import { notifyOfNews, takeBackNews } from "../notices/news.ts";
import { notifyOfMembership } from "../notices/people_notices.ts";
import { welcome } from "./invite_links.ts";
import { assertOrganizer, notOrganizer } from "./organizers.ts";
import { z } from "zod";

export const readListedGroups = operation({
  call: "GET /groups/listed",
  summary: "The listed groups that the caller is not in, by name",
  access: "signedIn",
  guests: false,
  takes: ListedGroupsQuery,
  gives: { groups: z.array(ListedGroup), hasMore: z.boolean() },
  async run({ deps: { db, clock }, user }, query) {
    const { rows, hasMore } = await requests.listListedGroups(db, user.id, query, clock());
    return {
      groups: rows.map(({ request, declinedAt: _, ...group }) => ({ ...group, requested: request === "waiting" })),
      hasMore,
    };
  },
});

const toList = () => clubPaths.findGroups;

export const askToJoin = operation({
  call: "POST /groups/:id/requests",
  summary: "Asks to join a listed group, whose organizers are notified",
  access: "signedIn",
  guests: false,
  takes: NewJoinRequest,
  says: requestTexts.asked,
  status: 201,
  limit: "joinRequest",
  fails: { 404: ["group_not_found"], 409: ["already_requested", "declined_lately"] },
  form: { path: "/groups/:id/requests", to: toList },
  async run({ deps, user, params: { id: groupId } }, { text = null }) {
    const { db, clock } = deps;
    if (!await requests.insertRequest(db, user.id, { groupId, text }, clock())) {
      const own = found(await requests.findOwnRequest(db, user.id, groupId), groupNotFound);
      throw own.declinedAt === null
        ? new Conflict(requestTexts.already, "already_requested")
        : new Conflict(requestTexts.lately, "declined_lately");
    }
    deps.broadcast.partChanged({ groupId, part: "requests" });
    await notifyOfJoinRequest(deps, user, groupId);
  },
});

async function notifyOfJoinRequest(deps: Deps, user: User, groupId: string): Promise<void> {
  await notifyOfNews(deps, user, {
    kind: "joinRequest",
    groupId,
    subject: groupId,
    url: clubPaths.requests(groupId),
    text: (groupName) => requestTexts.notice(displayName(user), groupName),
    many: (groupName) => ({ before: "", after: requestTexts.many.after(groupName) }),
    to: await requests.listOrganizerIds(deps.db, groupId),
  });
}

async function requestEnded(deps: Deps, groupId: string, userId: string): Promise<void> {
  deps.broadcast.partChanged({ groupId, part: "requests" });
  await takeBackNews(deps, { kind: "joinRequest", subject: groupId, by: userId });
}

export const takeBackRequest = operation({
  call: "DELETE /groups/:id/requests",
  summary: "Takes the caller's request to join back",
  access: "signedIn",
  guests: false,
  says: requestTexts.takenBack,
  fails: { 404: ["request_not_found"] },
  form: { path: "/groups/:id/requests/withdraw", to: toList },
  async run({ deps, user, params: { id: groupId } }) {
    if (!await requests.deleteRequest(deps.db, user.id, groupId)) throw requestNotFound();
    await requestEnded(deps, groupId, user.id);
  },
});

export const readRequests = operation({
  call: "GET /groups/:id/requests",
  summary: "The people who ask to join, the longest waiting first; an organizer or the creator",
  access: "organizer",
  takes: JoinRequestsQuery,
  gives: { requests: z.array(JoinRequest), hasMore: z.boolean() },
  fails: { 403: ["not_organizer"], 404: ["group_not_found"] },
  run: ({ deps, user, params: { id } }, { after }) => listRequests(deps, user, { groupId: id, after }),
});

const assertAnswers = (db: Deps["db"], viewer: User, groupId: string): Promise<void> =>
  assertOrganizer(db, viewer, { groupId, refusal: notOrganizer(requestTexts.onlyOrganizers) });

/** @throws NotFound for outsiders, Forbidden for members who are not organizers */
export async function listRequests({ db }: Deps, viewer: User, page: { groupId: string; after?: string }) {
  const { rows, hasMore } = await requests.listRequests(db, viewer.id, page);
  if (rows.length === 0) await assertAnswers(db, viewer, page.groupId);
  return { requests: rows, hasMore };
}

const toRequests = ({ params: { id } }: { params: { id: string } }) => clubPaths.requests(id);

export const answerRequest = operation({
  call: "PUT /groups/:id/requests/:userId",
  summary: "Accepts or declines somebody's request to join; an organizer or the creator",
  access: "organizer",
  takes: JoinRequestAnswer,
  says: (_, __, { accept }) => accept ? requestTexts.accepted : requestTexts.declined,
  limit: "groupChange",
  fails: {
    400: ["group_full"],
    403: ["not_organizer"],
    404: ["group_not_found", "request_not_found"],
    409: ["already_answered"],
  },
  form: [
    { path: "/group/:id/requests/:userId/accept", read: () => ({ accept: true }), to: toRequests },
    { path: "/group/:id/requests/:userId/decline", read: () => ({ accept: false }), to: toRequests },
  ],
  async run({ deps, user, params: { id: groupId, userId } }, { accept }) {
    const it = { groupId, userId };
    const isAnswered = accept
      ? await acceptRequest(deps, user, it)
      : await requests.declineRequest(deps.db, user.id, it, deps.clock());
    if (!isAnswered) throw await whyNotAnswered(deps, user, it);
    await requestEnded(deps, groupId, userId);
  },
});

async function acceptRequest(deps: Deps, organizer: User, it: requests.RequestKey): Promise<boolean> {
  const accepted = await requests.acceptRequest(deps.db, organizer.id, it, deps.clock());
  if (accepted?.isAdded) {
    const group = await welcome(deps, it.userId, it.groupId);
    await notifyOfMembership(deps, organizer, { group, userId: it.userId, asked: true });
  }
  return accepted !== undefined;
}

async function whyNotAnswered({ db }: Deps, user: User, it: requests.RequestKey): Promise<Error> {
  await assertAnswers(db, user, it.groupId);
  const state = await requests.findAnswered(db, user.id, it);
  if (state === "answered") return new Conflict(requestTexts.answered, "already_answered");
  if (state === "waiting") return new BadRequest(inviteTexts.full, "group_full");
  return requestNotFound();
}

const requestNotFound = () => new NotFound(requestTexts.notFound, "request_not_found");
