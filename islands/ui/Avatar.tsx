import { hueOf, initials } from "../../server/contract/people/names.ts";
import { pictureAt } from "../../server/contract/people/paths.ts";
import { avatar } from "../../server/contract/people/limits.ts";

interface Props {
  user: { id: string; username: string; fullName?: string | null; profileImage: string | null };
  size?: number;
}

export function Avatar({ user, size = avatar.size }: Props) {
  const letters = initials(user.fullName || user.username);
  if (user.profileImage) {
    return <UploadedPicture className="avatar" src={user.profileImage} size={size} initials={letters} />;
  }
  return (
    <svg
      className="avatar"
      width={size}
      height={size}
      viewBox="0 0 40 40"
      aria-hidden="true"
      color={clothColour(user.id)}
    >
      <text>{letters}</text>
    </svg>
  );
}

export const clothColour = (id: string): string => `oklch(47% .07 ${hueOf(id)})`;

interface PictureProps {
  className: string;
  src: string;
  size: number;
  initials: string;
}

export function UploadedPicture({ className, src, size, initials }: PictureProps) {
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
