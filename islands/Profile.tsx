import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useEffect, useId, useRef } from "react";
import { flushSync } from "react-dom";
import type { Issue } from "../server/contract/failure.ts";
import { paths } from "../server/contract/paths.ts";
import { texts } from "../server/contract/texts.ts";
import type { User } from "../server/contract/users.ts";
import { Button } from "./ui/Button.tsx";
import { OpenForm } from "./ui/OpenForm.tsx";
import { ProfileCard } from "./people/ProfileCard.tsx";
import { type ProfileFields, ProfileForm } from "./people/ProfileForm.tsx";
import { issuesIn, saidBy } from "./runtime/api.ts";
import { focusInvalid } from "./forms/focus.ts";
import { useModal } from "./ui/useModal.ts";
import { saveProfile } from "./people/calls.ts";
import { showToast } from "./runtime/toast.ts";

interface Props {
  user: User;
  /** Whether the form is open; without script a link opens it. */
  editing: boolean;
  /** What was typed before saving failed, and why it did, without script. */
  typed?: ProfileFields;
  error?: string;
  issues?: Issue[];
}

/** The viewer's own profile, and the dialog it is edited in. */
export function Profile(props: Props) {
  useSignals();
  const user = useSignal(props.user);
  const typed = useSignal(props.typed);
  const error = useSignal(props.error);
  const issues = useSignal(props.issues);
  const busy = useSignal(false);
  /** How often the dialog was closed: each time it opens with what is stored. */
  const edits = useSignal(0);
  const dialog = useModal(props.editing);
  const cancel = useId();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => showInNavigation(card.current!), [user.value]);

  function forget() {
    typed.value = undefined;
    tell(undefined);
    edits.value++;
  }

  /** What is wrong: with fields where it is known with which, else with the form. */
  function tell(text: string | undefined, fields: Issue[] = []) {
    error.value = text;
    issues.value = fields;
  }

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    busy.value = true;
    tell(undefined);
    try {
      user.value = await saveProfile(new FormData(form));
      dialog.current?.close();
      showToast("success", texts.profile.updated);
    } catch (failure) {
      flushSync(() => tell(saidBy(failure, texts.profile.updateFailed), issuesIn(failure)));
      focusInvalid(form);
      showToast("error", texts.profile.updateFailed);
    }
    busy.value = false;
  }

  return (
    <>
      <div ref={card}>
        <ProfileCard user={user.value} own>
          <OpenForm to={`${paths.profile}?edit`} onOpen={() => dialog.current?.showModal()}>
            <Button type="submit">Edit Profile</Button>
          </OpenForm>
        </ProfileCard>
      </div>
      <dialog className="dialog" ref={dialog} open={props.editing} aria-labelledby="edit-title" onClose={forget}>
        <ProfileForm
          key={edits.value}
          values={typed.value ?? user.value}
          hasImage={user.value.profileImage !== null}
          error={error.value}
          issues={issues.value}
          busy={busy.value}
          onSave={save}
          cancel={cancel}
        />
        <form method="dialog" id={cancel} />
      </dialog>
    </>
  );
}

/** The navigation, which is no island, has the same picture. */
function showInNavigation(card: HTMLElement): void {
  const before = document.querySelector(".nav-menu .avatar");
  const picture = card.querySelector(".avatar")?.cloneNode(true) as Element | undefined;
  if (!before || !picture) return;
  for (const side of ["width", "height"]) picture.setAttribute(side, before.getAttribute(side)!);
  before.replaceWith(picture);
}
