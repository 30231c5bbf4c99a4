/** Calls about people. An answer that does not hold what it should is a failure too. */
import type {
  FriendRequest,
  FriendRequested,
  FriendStatus,
  User,
  UserCard,
} from "../../server/contract/people/shapes.ts";
import { asDataUrl } from "./picture.ts";
import { call, invalidAnswer } from "../runtime/api.ts";

/** The friend request of the search results. @throws ApiError */
export const requestByPath = (userId: string) =>
  call<FriendRequested>("POST", `/friends/request/${encodeURIComponent(userId)}`);

/** The friend request of a profile. @throws ApiError */
export const requestByBody = (userId: string) =>
  call<FriendRequested>("POST", "/friends/friend-request", { receiverId: userId });

/** The viewer's relation to somebody. @throws ApiError */
export const findFriendStatus = (userId: string) =>
  call<FriendStatus>("GET", `/friends/request-status/${encodeURIComponent(userId)}`);

/** The viewer's friends. @throws ApiError */
export async function listFriends(): Promise<UserCard[]> {
  const { friends } = await call<{ friends?: UserCard[] }>("GET", "/friends/friends");
  if (!friends) throw invalidAnswer();
  return friends;
}

/** The friend requests that wait for an answer. @throws ApiError */
export async function listRequests(): Promise<FriendRequest[]> {
  const { friendRequests } = await call<{ friendRequests?: FriendRequest[] }>("GET", "/friends/friend-requests");
  if (!friendRequests) throw invalidAnswer();
  return friendRequests;
}

/** Accepts or declines a friend request. @throws ApiError 404 where it was answered elsewhere */
export const answerRequest = (requestId: string, answer: "accept" | "decline"): Promise<unknown> =>
  call("POST", `/friends/${answer}-friend-request/${encodeURIComponent(requestId)}`);

/** Ends a friendship. @throws ApiError */
export const unfriend = (userId: string): Promise<unknown> =>
  call("DELETE", `/friends/unfriend/${encodeURIComponent(userId)}`);

/**
 * Saves the form of the own profile. The picture is sent only where a file was chosen, or it is to be removed.
 *
 * @throws ApiError, also for a picture that is too large to be sent
 */
export async function saveProfile(
  { removeImage, ...fields }: Record<string, string>,
  form: HTMLFormElement,
): Promise<User> {
  const file = new FormData(form).get("profileImage") as File;
  const profileImage = file.name ? await asDataUrl(file) : removeImage ? "" : undefined;
  const { user } = await call<{ user?: User }>("PUT", "/users/profile", { ...fields, profileImage });
  if (!user) throw invalidAnswer();
  return user;
}
