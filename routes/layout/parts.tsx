import type { ComponentProps, ReactNode } from "react";
import { Button, LinkButton } from "../../islands/ui/Button.tsx";
import { Notice } from "../../islands/ui/Notice.tsx";
import { storage as limits } from "../../server/contract/account/limits.ts";
import { accountTexts } from "../../server/contract/account/texts.ts";
import type { Page } from "./page.tsx";

/** Dark on light in the dark too, or no reader would find it. */
export const QrCode = ({ svg, alt }: { svg: string; alt: string }) => (
  <img className="qr-code" src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={alt} width={256} height={256} />
);

interface Storage {
  used: number;
  quota: number;
}

export const isNearlyFull = ({ used, quota }: Storage): boolean => used >= limits.notice * quota;

export const StorageNotice = (storage: Storage) =>
  isNearlyFull(storage) && (
    <Notice kind="info">
      {`${accountTexts.storage(storage.used, storage.quota)} ${accountTexts.storageNotice}`}
    </Notice>
  );

/** By their names password managers fill them in. */
export const currentPassword = { type: "password", autoComplete: "current-password", required: true };
export const newPassword = { ...currentPassword, autoComplete: "new-password" };

type ButtonProps = ComponentProps<typeof Button>;

export const Submit = (button: ButtonProps) => (
  <div>
    <Button type="submit" {...button} />
  </div>
);

export const PostButton = ({ action, ...button }: ButtonProps & { action: string }) => (
  <form method="post" action={action}>
    <Button type="submit" {...button} />
  </form>
);

export const LinkRow = (link: ComponentProps<typeof LinkButton>) => (
  <div>
    <LinkButton {...link} />
  </div>
);

export const NoticeLine = ({ kind, text }: { kind: "success" | "info"; text: string }) => (
  <Notice kind={kind}>
    <p>{text}</p>
  </Notice>
);

export const cardPage = (head: Omit<Page, "body">, content: ReactNode): Page => ({
  width: "narrow",
  styles: ["auth-pages"],
  ...head,
  body: <div className="card bookplate stack">{content}</div>,
});

export const formPage = (head: Omit<Page, "body">, content: ReactNode): Page => ({
  ...cardPage(head, null),
  body: <form method="post" className="card bookplate stack">{content}</form>,
});
