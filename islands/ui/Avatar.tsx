import { hueOf, initials } from "../../server/contract/people/names.ts";
import { UploadedPicture } from "./UploadedPicture.tsx";
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
    <svg className="avatar" width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" fill={clothColour(user.id)} />
      <text x="20" y="20" dy=".36em" textAnchor="middle" fontSize="15" fill="#fff">
        {letters}
      </text>
    </svg>
  );
}

export const clothColour = (id: string): string => `oklch(47% .07 ${hueOf(id)})`;
