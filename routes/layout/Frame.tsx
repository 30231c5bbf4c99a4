import type { ReactNode } from "react";
import type { User } from "../../server/contract/users.ts";
import type { Flash } from "../../server/http/flash.ts";
import type { BellProps } from "./Bell.tsx";
import { SiteHeader } from "./SiteHeader.tsx";
import { Toasts } from "./Toasts.tsx";

interface Props {
  bare?: boolean;
  viewer: User | undefined;
  bell: BellProps;
  path: string;
  toasts: Flash[];
  children: ReactNode;
}

/** The frame of every page: the skip link, the navigation, the content, and the toasts. */
export function Frame({ bare, viewer, bell, path, toasts, children }: Props) {
  return (
    <>
      <a className="skip-link" href="#content">Skip to content</a>
      {!bare && <SiteHeader user={viewer} bell={bell} current={path} />}
      {children}
      <Toasts toasts={toasts} />
    </>
  );
}
