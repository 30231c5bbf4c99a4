import { initials } from "../../server/contract/people/names.ts";
import { clothColour, UploadedPicture } from "../ui/Avatar.tsx";

interface Props {
  group: { id: string; groupName: string; image: string | null };
  size?: number;
}

export function GroupImage({ group, size = 48 }: Props) {
  const [initial] = initials(group.groupName);
  if (group.image) {
    return <UploadedPicture className="group-image" src={group.image} size={size} initials={initial} />;
  }
  return (
    <svg
      className="group-image"
      width={size}
      height={size}
      viewBox="0 0 40 40"
      aria-hidden="true"
      color={clothColour(group.id)}
    >
      <text>{initial}</text>
    </svg>
  );
}
