import type { ReactNode } from "react";
import type { User } from "../../server/contract/users.ts";
import type { Flash } from "../../server/http/flash.ts";
import { SiteHeader } from "./SiteHeader.tsx";
import { Toasts } from "./Toasts.tsx";

interface Props {
  bare?: boolean;
  viewer: User | undefined;
  /** How many notices the viewer has not read. */
  notices: number;
  path: string;
  /** How much is unread for the viewer. */
  unread: number;
  toasts: Flash[];
  /** Whether visitors may make an account. */
  isOpen: boolean;
  children: ReactNode;
}

/** The frame of every page: the skip link, the navigation, the content, and the toasts. */
export function Frame({ bare, viewer, path, unread, notices, toasts, isOpen, children }: Props) {
  return (
    <>
      <a className="skip-link" href="#content">Skip to content</a>
      {!bare && <SiteHeader user={viewer} current={path} unread={unread} notices={notices} isOpen={isOpen} />}
      {children}
      <Toasts toasts={toasts} />
    </>
  );
}
