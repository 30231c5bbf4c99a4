import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useRef } from "react";
import { paths } from "../server/contract/paths.ts";
import { texts } from "../server/contract/texts.ts";
import type { User } from "../server/contract/users.ts";
import { LinkButton } from "./components/Button.tsx";
import { ProfileCard } from "./components/ProfileCard.tsx";
import { type ProfileFields, ProfileForm } from "./components/ProfileForm.tsx";
import { call, saidBy } from "./lib/api.ts";
import { intercept } from "./lib/intercept.ts";
import { useModal } from "./lib/modal.ts";
import { asDataUrl } from "./lib/pictures.ts";
import { showToast } from "./lib/toasts.ts";

interface Props {
  user: User;
  /** Whether the form is open; without script a link opens it. */
  editing: boolean;
  /** What was typed before saving failed, and why it did, without script. */
  typed?: ProfileFields;
  error?: string;
}

/** The viewer's own profile, and the dialog it is edited in. */
export function Profile(props: Props) {
  useSignals();
  const user = useSignal(props.user);
  const error = useSignal(props.error);
  const busy = useSignal(false);
  const dialog = useModal(props.editing);
  const form = useRef<HTMLFormElement>(null);

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    busy.value = true;
    try {
      const body = await changes(new FormData(event.currentTarget));
      const saved = await call<{ user: User; message: string }>("PUT", "/users/profile", body);
      user.value = saved.user;
      error.value = undefined;
      dialog.current?.close();
      showToast("success", saved.message);
    } catch (failure) {
      error.value = saidBy(failure, texts.profile.updateFailed);
      showToast("error", texts.profile.updateFailed);
      form.current?.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
    }
    busy.value = false;
  }

  return (
    <>
      <ProfileCard user={user.value} own>
        <LinkButton href={`${paths.profile}?edit`} onClick={intercept(() => dialog.current?.showModal())}>
          Edit Profile
        </LinkButton>
      </ProfileCard>
      <dialog className="dialog" ref={dialog} open={props.editing} aria-labelledby="edit-title">
        <ProfileForm
          form={form}
          key={user.value.profileImage}
          values={props.typed ?? user.value}
          hasImage={user.value.profileImage !== null}
          error={error.value}
          busy={busy.value}
          onSave={save}
          onCancel={intercept(() => dialog.current?.close())}
        />
      </dialog>
    </>
  );
}

/** What the form changes: its fields, and a picture only where one was chosen or is to go. */
async function changes(form: FormData): Promise<Record<string, unknown>> {
  const { profileImage, removeImage, intent: _, ...fields } = Object.fromEntries(form);
  if (profileImage instanceof File && profileImage.size > 0) {
    return { ...fields, profileImage: await asDataUrl(profileImage) };
  }
  return removeImage ? { ...fields, profileImage: "" } : fields;
}
