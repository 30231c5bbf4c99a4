import { fileSize } from "../../../server/contract/chat/file_size.ts";
import { Icon } from "../../ui/Icon.tsx";
import { IconButton } from "../../ui/Button.tsx";
import type { Attachment } from "./attachments.ts";
import { attachmentTexts } from "../../../server/contract/chat/attachment_texts.ts";

interface Props {
  list: Attachment[];
  remove: (attachment: Attachment) => void;
}

export const AttachmentList = ({ list, remove }: Props) => (
  <ul className="attachments" aria-label={attachmentTexts.attached}>
    {list.map((attachment) => (
      <AttachmentItem
        key={attachment.key}
        attachment={attachment}
        onRemove={() => remove(attachment)}
      />
    ))}
  </ul>
);

function AttachmentItem({ attachment, onRemove }: { attachment: Attachment; onRemove: () => void }) {
  const { name, size, progress, file, problem } = attachment;
  const isOnItsWay = !file && !problem;
  return (
    <li className={problem ? "attachment attachment--failed" : "attachment"}>
      {file?.previewUrl
        ? <img className="attachment-picture" src={file.previewUrl} width="40" height="40" alt="" />
        : <Icon name={problem ? "warning" : "file"} />}
      <span className="attachment-name" dir="auto">{name}</span>
      <span className="attachment-state" role={problem ? "alert" : undefined}>{problem ?? fileSize(size)}</span>
      {isOnItsWay && <progress aria-label={attachmentTexts.uploading(name)} value={progress} />}
      <IconButton
        icon="close"
        label={isOnItsWay ? attachmentTexts.stop(name) : attachmentTexts.remove(name)}
        onClick={onRemove}
      />
    </li>
  );
}
