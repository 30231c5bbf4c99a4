import { useState } from "react";
import type { GroupSummary } from "../../server/contract/groups.ts";
import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { ConfirmDialog } from "../forms/ConfirmDialog.tsx";
import { useSubmit } from "../forms/useSubmit.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { deleteGroup } from "./calls.ts";
import { GroupImage } from "./GroupImage.tsx";

/** A group as the dashboard shows it. */
export interface CardGroup extends Pick<GroupSummary, "id" | "groupName" | "description" | "image" | "memberCount"> {
  /** Whether the viewer created it, and so may delete it. */
  isOwn: boolean;
}

/** A group for its card. */
export const forCard = ({ createdBy, ...group }: GroupSummary, viewerId: string): CardGroup => ({
  id: group.id,
  groupName: group.groupName,
  description: group.description,
  image: group.image,
  memberCount: group.memberCount,
  isOwn: createdBy === viewerId,
});

interface Props {
  group: CardGroup;
  /** Whether the server rendered the question open, for browsers without script. */
  deleting: boolean;
  onDeleted: () => void;
}

/** One form for all cards: without script their delete buttons load the page with the question open. */
const openFormId = "open-delete";
export const OpenDeleteForm = () => <form id={openFormId} action={paths.dashboard} />;

/** A group, with its delete button. Who did not create the group sees it disabled, with the reason. */
export function GroupCard({ group, deleting, onDeleted }: Props) {
  const [confirming, setConfirming] = useState(deleting);
  const { busy, onSubmit } = useSubmit({
    submit: () => deleteGroup(group.id),
    onSuccess: onDeleted,
    successToast: texts.groups.deleted,
    failed: texts.groups.deleteFailed,
    failureToast: texts.groups.deleteFailed,
  });
  const label = `Delete ${group.groupName}`;
  return (
    <>
      <article className="card group-card">
        <GroupImage group={group} />
        <h2 className="group-card-title">
          <a className="group-card-link" href={paths.group(group.id)}>{group.groupName}</a>
        </h2>
        <p className="group-card-count">{texts.groups.memberCount(group.memberCount)}</p>
        <p className="group-card-text">{group.description || texts.groups.noDescription}</p>
        <div className="group-card-actions">
          {group.isOwn
            ? (
              <IconButton
                type="submit"
                form={openFormId}
                name="delete"
                value={group.id}
                icon="trash"
                label={label}
                busy={busy}
                onClick={(event) => {
                  event.preventDefault();
                  setConfirming(true);
                }}
              />
            )
            : <IconButton icon="trash" label={label} title={texts.groups.onlyCreatorDeletes} disabled />}
        </div>
      </article>
      {confirming && (
        <ConfirmDialog
          title="Delete group"
          text={texts.groups.confirmDelete}
          action="Delete"
          to={paths.deleteGroup(group.id)}
          onConfirm={onSubmit}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

/** The groups whose cards the server rendered. */
export const readGroups = (island: HTMLElement): CardGroup[] =>
  Array.from(island.querySelectorAll(".group-card"), (card) => {
    const link = card.querySelector<HTMLAnchorElement>(".group-card-link")!;
    const textOf = (part: string) => card.querySelector(`.group-card-${part}`)!.textContent!;
    return {
      id: link.pathname.split("/").at(-1)!,
      groupName: link.textContent!,
      description: textOf("text"),
      image: card.querySelector("img.group-image")?.getAttribute("src") ?? null,
      memberCount: parseInt(textOf("count")),
      isOwn: !card.querySelector<HTMLButtonElement>(".group-card-actions button")!.disabled,
    };
  });
