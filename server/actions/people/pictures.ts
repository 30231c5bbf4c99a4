import type { Picture } from "../../../db/people/pictures.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { makePicture } from "../../media/resize.ts";

/**
 * Turns an upload into a picture. This costs more than any other call, and so has a limit of its own.
 *
 * @param upload a data URL, or a form's file
 * @throws BadRequest or TooLarge for what cannot be used, TooMany after too many pictures
 */
export async function receivePicture(
  { limiter }: Pick<Deps, "limiter">,
  uploader: User,
  upload: string | File,
): Promise<Picture> {
  await limiter.take("picture", uploader.id);
  return await makePicture(upload);
}
