import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import type { FormEvent } from "react";
import type { Group } from "../../server/contract/groups.ts";
import { texts } from "../../server/contract/texts.ts";
import { Button } from "../ui/Button.tsx";
import { Field } from "../forms/Field.tsx";
import { call, invalidAnswer, saidBy } from "../runtime/api.ts";
import { showToast } from "../runtime/toast.ts";

interface Props {
  /** Which form this is: without script, what tells a second press from a second group. */
  formKey: string;
  /** What was typed before it failed, and why it did, without script. */
  typed?: string;
  error?: string;
  onCreated: (group: Group) => void;
}

/** The form that makes a group. */
export function NewGroup({ formKey, typed, onCreated, ...props }: Props) {
  useSignals();
  const busy = useSignal(false);
  const error = useSignal(props.error);

  async function create(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("groupName")).trim();
    if (!name) return void (error.value = texts.groups.nameRequired);
    busy.value = true;
    try {
      const { group } = await call<{ group?: Group }>("POST", "/groups", { groupName: name });
      if (!group) throw invalidAnswer();
      onCreated(group);
      showToast("success", texts.groups.created);
    } catch (failure) {
      error.value = saidBy(failure, texts.groups.createFailed);
      showToast("error", texts.groups.createFailed);
    }
    busy.value = false;
  }

  return (
    <form method="post" className="card stack" onSubmit={create}>
      <input type="hidden" name="formKey" value={formKey} />
      <Field
        label="Group name"
        name="groupName"
        defaultValue={typed}
        error={error.value}
        required
        autoFocus
      />
      <Button type="submit" name="intent" value="create" kind="primary" busy={busy.value} busyText="Creating...">
        Create
      </Button>
    </form>
  );
}
