import type {
  FriendRequest,
  FriendRequested,
  FriendStatus,
  User,
  UserCard,
} from "../../server/contract/people/shapes.ts";
import { asDataUrl } from "./picture.ts";
import { call, invalidAnswer } from "../runtime/api.ts";

export const requestByPath = (userId: string) =>
  call<FriendRequested>("POST", `/friends/request/${encodeURIComponent(userId)}`);

export const requestByBody = (userId: string) =>
  call<FriendRequested>("POST", "/friends/friend-request", { receiverId: userId });

export const findFriendStatus = (userId: string) =>
  call<FriendStatus>("GET", `/friends/request-status/${encodeURIComponent(userId)}`);

export async function listFriends(): Promise<UserCard[]> {
  const { friends } = await call<{ friends?: UserCard[] }>("GET", "/friends/friends");
  if (!friends) throw invalidAnswer();
  return friends;
}

export async function listRequests(): Promise<FriendRequest[]> {
  const { friendRequests } = await call<{ friendRequests?: FriendRequest[] }>("GET", "/friends/friend-requests");
  if (!friendRequests) throw invalidAnswer();
  return friendRequests;
}

export const answerRequest = (requestId: string, answer: "accept" | "decline"): Promise<unknown> =>
  call("POST", `/friends/${answer}-friend-request/${encodeURIComponent(requestId)}`);

export const unfriend = (userId: string): Promise<unknown> =>
  call("DELETE", `/friends/unfriend/${encodeURIComponent(userId)}`);

/** The picture is sent only where a file was chosen, or it is to be removed. @throws ApiError, also for a large one */
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
