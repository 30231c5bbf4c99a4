import type { ReactNode } from "react";
import type { UserCard as User } from "../../server/contract/users.ts";
import { Avatar } from "./Avatar.tsx";

interface Props {
  /** A friend request's sender has no full name and no bio. */
  user: Pick<User, "id" | "username" | "email" | "profileImage"> & Partial<Pick<User, "fullName" | "bio">>;
  /** The person's role here, such as Creator. */
  badge?: string;
  /** What can be done: buttons and links. */
  children?: ReactNode;
}

/** A user in a list: member, search result, friend, or sender of a friend request. */
export function UserCard({ user, badge, children }: Props) {
  return (
    <article className="card user-card">
      <Avatar user={user} size={48} />
      <div>
        <h2 className="user-card-name">
          {user.fullName || user.username}
          {user.fullName && <span className="user-card-detail">{user.username}</span>}
          {badge && <span className="badge">{badge}</span>}
        </h2>
        <p className="user-card-detail">{user.email}</p>
      </div>
      {user.bio && <p className="user-card-bio" dir="auto">{user.bio}</p>}
      {children && <div className="user-card-actions">{children}</div>}
    </article>
  );
}
