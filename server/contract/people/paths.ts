import * as peopleLimits from "./limits.ts";
import type { ReportKind } from "./shapes.ts";

export const peoplePaths = {
  profile: "/profile",
  search: "/search",
  user: (userId: string) => `/profile/${encodeURIComponent(userId)}`,
  editProfile: "/profile?edit",
  friends: "/profile?tab=friends",
  pendingRequests: "/dashboard?tab=friends",
  friendRequests: "/friends/requests",
  answerFriendRequest: (requestId: string, answer: "accept" | "decline") =>
    `/friends/requests/${encodeURIComponent(requestId)}/${answer}`,
  unfriend: (userId: string) => `/friends/${encodeURIComponent(userId)}/remove`,
  confirmUnfriend: (userId: string) => `${peoplePaths.friends}&remove=${encodeURIComponent(userId)}`,
  reports: "/report",
  report: (kind: ReportKind, id: string) => `/report?kind=${kind}&id=${encodeURIComponent(id)}`,
  block: (userId: string) => `${peoplePaths.user(userId)}/block`,
  unblock: (userId: string) => `${peoplePaths.user(userId)}/unblock`,
  blocked: "/account?tab=privacy#blocked",
  blockedAfter: (userId: string) => `/account?tab=privacy&blockedAfter=${encodeURIComponent(userId)}#blocked`,
  picture: (hash: string, size: number) => `/media/${hash}-${size}.webp`,
};

export const conversationPaths = {
  conversations: "/conversations",
  open: (userId: string) => `${peoplePaths.user(userId)}/conversation`,
};

/** A stored picture in the size that is enough for so many pixels; what is no picture of ours stays as it is. */
export const pictureAt = (url: string, pixels: number): string =>
  pixels > peopleLimits.picture.small / 2
    ? url
    : url.replace(/^(\/media\/[0-9a-f]{64})-\d+\.webp$/, `$1-${peopleLimits.picture.small}.webp`);
