/** Of the page for developers. The types ask for every event and every code. */
import type { ClientEvents, ServerEvents, SocketCode } from "./events.ts";

export const serverEvents: Record<keyof ServerEvents, string> = {
  messageHistory:
    "An array of messages, after a socket has joined a group: the latest, or what is new since its `rev`.",
  message: "A new message of the group.",
  messageChanged: "A message as it is after an edit, a reaction, a pin or its deletion.",
  messagesUnveiled: "Messages that the reader may see now, since they have read so far or asked to see them.",
  messagesVeiled: "Messages that are hidden again, after a page turn was taken back.",
  changesDelayed: "Numbers (`rev`) of changes that follow soon; fetch what has not come after a few seconds.",
  typing: "A member is typing.",
  presence: "The ids of the members whose windows show the group.",
  timer: "A reading session has begun, has other members, or with `endsAt` null has ended.",
  groupActivity: "How much is unread in a group whose page the socket is not of.",
  readUpdated: "How far the reader has read a chat, by another of their windows.",
  notice: "A new notice for the reader.",
  noticesRead: "How many notices are unread now; with `gone` true lists of them are out of date.",
  groupChanged: "A group with its settings; without members where they are more than a page of them.",
  blockChanged: "The reader has blocked somebody, or does so no more.",
  memberAdded: "Somebody has joined a group.",
  memberRemoved: "Somebody has left a group, or was removed; with `isDeleted` the group is gone.",
  bookAdded: "A book was added to a group, or was brought back.",
  bookChanged: "A book was corrected, or moved on the shelf of its group.",
  bookRemoved: "A book was removed from its group. It can be brought back for 30 days.",
  partChanged:
    "Polls, meetings, the shelf, threads or requests to join a group were changed (`part`); or, as `pace`, readers of a " +
    "book have turned a page or reviewed it, or its plan or contents were changed; without `bookId`, of any book.",
  progressUpdated: "The reader's own progress in a book, by another of their windows.",
  stopping: "This instance stops: the client returns within so many milliseconds, at random.",
  error: "What the socket asked for has failed, with a code.",
};

export const clientEvents: Record<keyof ClientEvents, string> = {
  joinGroup: "A group's id, or `{ groupId, after?, rev? }`. Answered with what failed, if anything did.",
  message: "`{ content, groupId, clientId? }`. Answered with the stored message, or with what failed.",
  typing: "A group's id, while something is typed for it.",
  watchGroup: "A group's id: the socket is sent `partChanged`, and nothing else of the group.",
  read: "`{ groupId, seq }`: the chat was read up to there.",
};

export const socketCodes: Record<SocketCode, string> = {
  unauthorized: "There is no such session.",
  other_viewer: "The session is not that of the person for whom the page was made.",
  not_found: "There is no such group for this person.",
  rate_limited: "There were too many of these.",
  invalid_input: "What was sent has not the shape that it must have.",
  unavailable:
    "The database cannot be reached. Whether something was stored is not known: send it again with its `clientId`.",
  server_error: "It failed on the server.",
};
