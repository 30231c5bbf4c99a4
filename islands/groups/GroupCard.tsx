import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import type { LastMessage as Message } from "../../server/contract/chat/shapes.ts";
import { displayName, initials } from "../../server/contract/people/names.ts";
import type { Face } from "../../server/contract/people/shapes.ts";
import type { CurrentBook, OverviewGroup } from "../../server/contract/groups/shapes.ts";
import { ConfirmDialog } from "../forms/ConfirmDialog.tsx";
import { useSubmit } from "../forms/useSubmit.ts";
import { call } from "../runtime/api.ts";
import { runOwnAction } from "../runtime/own_actions.ts";
import { clothColour, UploadedPicture } from "../ui/Avatar.tsx";
import { IconButton } from "../ui/Button.tsx";
import { ProgressBar } from "../ui/ProgressBar.tsx";
import type { TimeFormatter } from "../ui/time_format.ts";
import { GroupImage } from "./GroupImage.tsx";
import { sitePaths } from "../../server/contract/site/paths.ts";
import { groupPaths } from "../../server/contract/groups/paths.ts";
import { groupsTexts } from "../../server/contract/groups/texts.ts";
import { anchorsTexts, chatTexts } from "../../server/contract/chat/texts.ts";
import { progressTexts } from "../../server/contract/reading/texts.ts";
import { type Unread, unreadBadge } from "../../server/contract/site/unread.ts";

interface Props {
  group: OverviewGroup;
  writer: TimeFormatter;
  deleting: boolean;
  onDeleted: () => void;
}

/** One form for all cards: without script their delete buttons load the page with the question open. */
const openFormId = "open-delete";
export const OpenDeleteForm = () => <form id={openFormId} action={sitePaths.dashboard} />;

export function GroupCard({ group, writer, deleting, onDeleted }: Props) {
  useSignals();
  const confirming = useSignal(deleting);
  const { busy, onSubmit } = useSubmit({
    submit: () => runOwnAction(group.id, () => call("DELETE /groups/:id", { id: group.id })),
    onSuccess: onDeleted,
    successToast: groupsTexts.deleted,
    failed: groupsTexts.deleteFailed,
    failureToast: groupsTexts.deleteFailed,
  });
  const { unread, mentions } = group;
  return (
    <>
      <article className="card group-card" data-unread={unread || undefined}>
        <GroupImage group={group} />
        <h2 className="group-card-title">
          <a className="group-card-link" href={groupPaths.group(group.id)}>{group.groupName}</a>
        </h2>
        <p className="group-card-count">{groupsTexts.memberCount(group.memberCount)}</p>
        <UnreadBadge unread={unread} mentions={mentions} />
        {group.lastMessage && <LastMessage message={group.lastMessage} writer={writer} />}
        <p className="group-card-text">{group.description || groupsTexts.noDescription}</p>
        {group.book && <Book book={group.book} />}
        <div className="group-card-foot">
          <Faces faces={group.faces} />
          {group.memberCount === 1 && (
            <a className="group-card-invite" href={groupPaths.invite(group.id)}>Invite people</a>
          )}
          <DeleteButton group={group} busy={busy} onPress={() => confirming.value = true} />
        </div>
      </article>
      {confirming.value && (
        <ConfirmDialog
          title={`Delete ${group.groupName}`}
          text={groupsTexts.confirmDelete}
          action="Delete"
          to={groupPaths.deleteGroup(group.id)}
          onConfirm={onSubmit}
          onClose={() => confirming.value = false}
        />
      )}
    </>
  );
}

function LastMessage({ message, writer }: { message: Message; writer: TimeFormatter }) {
  const { excerpt, timestamp, veiled, folded } = message;
  return (
    <p className="group-card-last">
      <b>{displayName(message)}</b>
      <time suppressHydrationWarning dateTime={timestamp}>
        {writer.timeOrDay(timestamp)}
      </time>
      {excerpt
        ? <q dir="auto">{excerpt}</q>
        : <i>{folded ? chatTexts.hiddenByBlock : veiled ? anchorsTexts.lastMessage : chatTexts.deleted}</i>}
    </p>
  );
}

function Book({ book: { title, progress } }: { book: CurrentBook }) {
  const label = (
    <>
      <cite>{title}</cite>
      <span>{progressTexts.complete(progress)}</span>
    </>
  );
  return (
    <div className="group-card-book">
      <ProgressBar value={progress} max={100} label={label} />
    </div>
  );
}

const Faces = ({ faces }: { faces: Face[] }) => (
  <div className="group-card-faces" aria-hidden="true" title={faces.map(displayName).join(", ")}>
    {faces.map((face) =>
      face.profileImage
        ? <UploadedPicture key={face.id} className="avatar" src={face.profileImage} size={28} initials="" />
        : (
          <svg key={face.id} color={clothColour(face.id)} viewBox="0 0 40 40">
            <text x="20" y="26">{initials(displayName(face))}</text>
          </svg>
        )
    )}
  </div>
);

interface DeleteProps {
  group: OverviewGroup;
  busy: boolean;
  onPress: () => void;
}

function DeleteButton({ group, busy, onPress }: DeleteProps) {
  const label = `Delete ${group.groupName}`;
  if (group.role !== "creator") {
    const reason = groupsTexts.onlyCreatorDeletes;
    return <IconButton className="group-card-delete" icon="trash" label={label} title={reason} disabled />;
  }
  return (
    <IconButton
      className="group-card-delete"
      type="submit"
      form={openFormId}
      name="delete"
      value={group.id}
      icon="trash"
      label={label}
      busy={busy}
      onClick={(event) => {
        event.preventDefault();
        onPress();
      }}
    />
  );
}

export function UnreadBadge({ unread = 0, mentions = 0 }: Partial<Unread>) {
  if (unread === 0) return null;
  const { label, ...shown } = unreadBadge({ unread, mentions });
  return (
    <span className="unread" title={label} data-count={shown.count} data-mentions={shown.mentions}>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
