import * as chatLimits from "../../../server/contract/chat/limits.ts";
import { useState } from "react";
import type { MessageFile } from "../../../server/contract/chat/shapes.ts";
import { fileSize } from "../../../server/contract/chat/file_size.ts";
import { Icon } from "../../ui/Icon.tsx";
import { intercept } from "../../ui/intercept.ts";
import { filesTexts } from "../../../server/contract/chat/texts.ts";
import { IconButton, LinkButton } from "../../ui/Button.tsx";
import { useModal } from "../../ui/useModal.ts";

interface Props {
  files: MessageFile[];
  tabIndex: number | undefined;
}

export function MessageFiles({ files, tabIndex }: Props) {
  const [shown, setShown] = useState<MessageFile>();
  return (
    <>
      <ul className="message-files">
        {files.map((file) => (
          <li key={file.id}>
            {file.previewUrl
              ? <PictureLink file={file} tabIndex={tabIndex} onOpen={() => setShown(file)} />
              : <FileLink file={file} tabIndex={tabIndex} />}
          </li>
        ))}
      </ul>
      {shown && <Lightbox file={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

const shownHeight = 240;

interface LinkProps extends Pick<Props, "tabIndex"> {
  file: MessageFile;
}

function PictureLink({ file, tabIndex, onOpen }: LinkProps & { onOpen: () => void }) {
  const { name, url, previewUrl, width, height } = file;
  const scale = Math.min(1, chatLimits.file.preview / width!, shownHeight / height!);
  return (
    <a className="message-picture" href={url} tabIndex={tabIndex} onClick={intercept(onOpen)}>
      <img
        src={previewUrl!}
        width={Math.round(width! * scale)}
        height={Math.round(height! * scale)}
        loading="lazy"
        decoding="async"
        alt={name}
      />
    </a>
  );
}

function FileLink({ file: { name, url, size }, tabIndex }: LinkProps) {
  return (
    <a className="message-file" href={url} download={name} tabIndex={tabIndex}>
      <Icon name="file" />
      <span className="file-name" dir="auto">{name}</span>
      <span className="file-size">{fileSize(size)}</span>
      <span className="visually-hidden">{filesTexts.download}</span>
      <Icon name="download" />
    </a>
  );
}

interface LightboxProps {
  file: MessageFile;
  onClose: () => void;
}

function Lightbox({ file: { name, url, width, height }, onClose }: LightboxProps) {
  const dialog = useModal();
  const close = () => dialog.current!.close();
  return (
    <dialog
      ref={dialog}
      className="lightbox"
      aria-label={name}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && close()}
    >
      <p className="lightbox-head">
        <span className="lightbox-name" dir="auto">{name}</span>
        <LinkButton href={url} download={name} icon="download">{filesTexts.download}</LinkButton>
        <IconButton icon="close" label="Close" onClick={close} />
      </p>
      <img src={url} width={width!} height={height!} alt={name} />
    </dialog>
  );
}
