import type { User } from "../../server/contract/users.ts";
import { call, invalidAnswer } from "../runtime/api.ts";
import { asDataUrl } from "../forms/pictures.ts";

/**
 * Saves the reader's own profile as its form has it.
 *
 * @throws ApiError what the server said, or that the picture is too large to be sent
 */
export async function saveProfile(form: FormData): Promise<User> {
  const { user } = await call<{ user?: User }>("PUT", "/users/profile", await changes(form));
  if (!user) throw invalidAnswer();
  return user;
}

/** What the form changes: its fields, and a picture only where one was chosen or is to go. */
async function changes(form: FormData): Promise<Record<string, unknown>> {
  const { profileImage, removeImage, intent: _, ...fields } = Object.fromEntries(form);
  if (profileImage instanceof File && profileImage.name) {
    return { ...fields, profileImage: await asDataUrl(profileImage) };
  }
  return removeImage ? { ...fields, profileImage: "" } : fields;
}
