import type { MessageFile } from "../../../server/contract/chat/shapes.ts";
import { IconButton, LinkButton } from "../../ui/Button.tsx";
import { useModal } from "../../ui/useModal.ts";
import { filesTexts } from "../../../server/contract/chat/texts.ts";

interface Props {
  file: MessageFile;
  onClose: () => void;
}

export function Lightbox({ file: { name, url, width, height }, onClose }: Props) {
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
