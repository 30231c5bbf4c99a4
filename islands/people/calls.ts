import * as peopleLimits from "../../server/contract/people/limits.ts";
import type { FriendRequest, User, UserCard } from "../../server/contract/people/shapes.ts";
import { ApiError, call, invalidAnswer } from "../runtime/api.ts";
import { readDataUrl } from "../forms/PictureField.tsx";
import { picturesTexts } from "../../server/contract/people/texts.ts";

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

const heavy = 256 * 1024;

/** Only as large as it is shown, since connections may be slow. @throws ApiError for a file that is too large */
async function asDataUrl(file: File): Promise<string> {
  const sent = file.size > heavy ? await shrink(file).catch(() => file) : file;
  if (sent.size > peopleLimits.picture.bytes) throw tooLarge();
  return await readDataUrl(sent);
}

const tooLarge = () =>
  new ApiError(413, { message: picturesTexts.tooLarge, error: picturesTexts.tooLarge, code: "too_large" });

async function shrink(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, 2 * peopleLimits.picture.large / Math.min(picture.width, picture.height));
  const canvas = new OffscreenCanvas(picture.width * scale, picture.height * scale);
  canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return await canvas.convertToBlob({ type: "image/webp", quality: 0.9 });
}
