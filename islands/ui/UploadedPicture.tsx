import { pictureAt } from "../../server/contract/people/paths.ts";

interface Props {
  className: string;
  /** Its address, whatever the size. */
  src: string;
  /** Pixels. */
  size: number;
  /** Stand in its place where it cannot be loaded. */
  initials: string;
}

/** The picture that somebody uploaded, square and as large as it is shown. Decoration. */
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
