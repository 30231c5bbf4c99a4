import { pictureAt } from "../../server/contract/people/paths.ts";

interface Props {
  className: string;
  src: string;
  size: number;
  initials: string;
}

export function UploadedPicture({ className, src, size, initials }: Props) {
  return (
    <img
      className={className}
      src={pictureAt(src, size)}
      width={size}
      height={size}
      loading="lazy"
      alt=""
      data-initials={initials}
    />
  );
}
