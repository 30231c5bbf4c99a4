import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useId, useRef } from "react";
import type { User } from "../server/contract/people/shapes.ts";
import { type FormFailure, useSubmit } from "./forms/useSubmit.ts";
import { saveProfile } from "./people/calls.ts";
import { ProfileCard } from "./people/ProfileCard.tsx";
import { type ProfileFields, ProfileForm } from "./people/ProfileForm.tsx";
import { failureText, fieldErrors, networkHint } from "./runtime/api.ts";
import { Button } from "./ui/Button.tsx";
import { OpenForm } from "./ui/OpenForm.tsx";
import type { ReaderLocale } from "./ui/time_format.ts";
import { useModal } from "./ui/useModal.ts";
import { peoplePaths } from "../server/contract/people/paths.ts";
import { profileTexts } from "../server/contract/people/texts.ts";

interface Props {
  user: User;
  locale: ReaderLocale;
  editing: boolean;
  typed?: ProfileFields;
  failure?: FormFailure;
}

export function Profile(props: Props) {
  useSignals();
  const user = useSignal(props.user);
  const typed = useSignal(props.typed);
  /** How often the dialog was closed: each time it opens with what is stored. */
  const edits = useSignal(0);
  const dialog = useModal(props.editing);
  const cancel = useId();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => showInNavigation(card.current!), [user.value]);

  const { busy, failure, onSubmit, reset } = useSubmit({
    submit: saveProfile,
    onSuccess(saved) {
      user.value = saved;
      dialog.current?.close();
    },
    successToast: profileTexts.updated,
    failed: whyNotSaved,
    failureToast: profileTexts.updateFailed,
    failure: props.failure,
  });

  function forget() {
    dialog.current!.querySelector("form")!.reset();
    typed.value = undefined;
    reset();
    edits.value++;
  }

  return (
    <>
      <div ref={card}>
        <ProfileCard user={user.value} own={props.locale}>
          <OpenForm to={peoplePaths.editProfile} onOpen={() => dialog.current?.showModal()}>
            <Button type="submit" icon="pencil">Edit Profile</Button>
          </OpenForm>
        </ProfileCard>
      </div>
      <dialog className="dialog" ref={dialog} open={props.editing} aria-labelledby="edit-title" onClose={forget}>
        <ProfileForm
          key={edits.value}
          values={typed.value ?? user.value}
          user={user.value}
          failure={failure}
          busy={busy}
          onSave={onSubmit}
          cancel={cancel}
        />
        <form method="dialog" id={cancel} />
      </dialog>
    </>
  );
}

/** The toast has the general text: an unreachable server is all that is left to show in the form. */
const whyNotSaved = (error: unknown): FormFailure => ({
  text: networkHint(error) ?? failureText(error, profileTexts.updateFailed),
  issues: fieldErrors(error),
});

function showInNavigation(card: HTMLElement): void {
  const before = document.querySelector(".nav-menu .avatar");
  const picture = card.querySelector(".avatar")?.cloneNode(true) as Element | undefined;
  if (!before || !picture) return;
  for (const side of ["width", "height"]) picture.setAttribute(side, before.getAttribute(side)!);
  before.replaceWith(picture);
}
