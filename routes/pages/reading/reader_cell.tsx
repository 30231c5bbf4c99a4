import { Avatar } from "../../../islands/ui/Avatar.tsx";
import { displayName } from "../../../server/contract/people/names.ts";
import { peoplePaths } from "../../../server/contract/people/paths.ts";
import type { Face } from "../../../server/contract/people/shapes.ts";

export const ReaderName = ({ user }: { user: Face }) => (
  <a className="reader-name" href={peoplePaths.user(user.id)}>
    <Avatar user={user} size={28} />
    <span dir="auto">{displayName(user)}</span>
  </a>
);

/** The head of a reader's row in a table. */
export const ReaderCell = ({ user }: { user: Face }) => (
  <th scope="row" className="reader-cell">
    <ReaderName user={user} />
  </th>
);
