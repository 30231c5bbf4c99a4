/** Addresses of pages, and of what their forms post to. Islands and pages build links here, never by hand. */
import * as peopleLimits from "./limits.ts";
import type { ReportKind } from "./shapes.ts";

export const peoplePaths = {
  profile: "/profile",
  search: "/search",
  user: (userId: string) => `/profile/${encodeURIComponent(userId)}`,
  /** The pages with other forms, where there is no script to open them in place. */
  editProfile: "/profile?edit",
  friends: "/profile?tab=friends",
  /** The requests that wait for the viewer's answer. */
  pendingRequests: "/dashboard?tab=friends",
  friendRequests: "/friends/requests",
  answerFriendRequest: (requestId: string, answer: "accept" | "decline") =>
    `/friends/requests/${encodeURIComponent(requestId)}/${answer}`,
  unfriend: (userId: string) => `/friends/${encodeURIComponent(userId)}/remove`,
  /** The page that asks whether to end a friendship. */
  confirmUnfriend: (userId: string) => `${peoplePaths.friends}&remove=${encodeURIComponent(userId)}`,
  /** The page that asks what is wrong with something, and what its form posts to. */
  reports: "/report",
  report: (kind: ReportKind, id: string) => `/report?kind=${kind}&id=${encodeURIComponent(id)}`,
  block: (userId: string) => `${peoplePaths.user(userId)}/block`,
  unblock: (userId: string) => `${peoplePaths.user(userId)}/unblock`,
  blocked: "/account?tab=privacy#blocked",
  blockedAfter: (userId: string) => `/account?tab=privacy&blockedAfter=${encodeURIComponent(userId)}#blocked`,
  /** A stored picture, in one of its sizes. */
  picture: (hash: string, size: number) => `/media/${hash}-${size}.webp`,
};

/** A stored picture in the size that is enough for so many pixels; what is no picture of ours stays as it is. */
export const pictureAt = (url: string, pixels: number): string =>
  pixels > peopleLimits.picture.small / 2
    ? url
    : url.replace(/^(\/media\/[0-9a-f]{64})-\d+\.webp$/, `$1-${peopleLimits.picture.small}.webp`);
