import type { FriendRequest, User, UserCard } from "../../server/contract/people/shapes.ts";
import { asDataUrl } from "./picture.ts";
import { call, invalidAnswer } from "../runtime/api.ts";

export async function listFriends(): Promise<UserCard[]> {
  const { friends } = await call("GET /friends/friends", {});
  if (!friends) throw invalidAnswer();
  return friends;
}

export async function listRequests(): Promise<FriendRequest[]> {
  const { friendRequests } = await call("GET /friends/friend-requests", {});
  if (!friendRequests) throw invalidAnswer();
  return friendRequests;
}

/** The picture is sent only where a file was chosen, or it is to be removed. @throws ApiError, also for a large one */
export async function saveProfile(
  { removeImage, ...fields }: Record<string, string>,
  form: HTMLFormElement,
): Promise<User> {
  const file = new FormData(form).get("profileImage") as File;
  const profileImage = file.name ? await asDataUrl(file) : removeImage ? "" : undefined;
  const { user } = await call("PUT /users/profile", {}, { ...fields, profileImage });
  if (!user) throw invalidAnswer();
  return user;
}
