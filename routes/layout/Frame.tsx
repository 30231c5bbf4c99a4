import type { ReactNode } from "react";
import { SiteHeader } from "../../islands/ui/SiteHeader.tsx";
import { Toasts } from "../../islands/ui/Toasts.tsx";
import type { User } from "../../server/contract/users.ts";
import type { Flash } from "../../server/http/flash.ts";

interface Props {
  bare?: boolean;
  viewer: User | undefined;
  path: string;
  toasts: Flash[];
  children: ReactNode;
}

/** The frame of every page: the way past the navigation, the navigation, the content, and the toasts. */
export function Frame({ bare, viewer, path, toasts, children }: Props) {
  return (
    <>
      <a className="skip-link" href="#content">Skip to content</a>
      {!bare && <SiteHeader user={viewer ?? null} current={path} />}
      {children}
      <Toasts toasts={toasts} />
    </>
  );
}
