import type { ComponentProps, ReactNode } from "react";
import { Field, FieldFrame } from "../../islands/forms/Field.tsx";
import { FormError } from "../../islands/forms/FormError.tsx";
import { Button, LinkButton } from "../../islands/ui/Button.tsx";
import { Icon } from "../../islands/ui/Icon.tsx";
import { ProgressBar } from "../../islands/ui/ProgressBar.tsx";
import { Notice } from "../../islands/ui/Notice.tsx";
import type { ReauthenticatedBy } from "../../server/actions/account/reauthentication.ts";
import { storage as limits } from "../../server/contract/account/limits.ts";
import { storageTexts } from "../../server/contract/account/storage_texts.ts";
import { proofTexts as words } from "../../server/contract/account/texts.ts";
import type { Ctx, Env } from "../../server/http/router.ts";
import { type FailedForm, LoadError, type Page, tryLoad } from "./page.tsx";

/** To the page that this one belongs to, by its name. What people have named is within `bdi`. */
export const BackLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className="back-link" href={href}>
    <Icon name="arrow-left" />
    {children}
  </a>
);

/** Dark on light in the dark too, or no reader would find it. */
export const QrCode = ({ svg, alt }: { svg: string; alt: string }) => (
  <img
    className="qr-code"
    src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
    alt={alt}
    width={256}
    height={256}
    loading="lazy"
  />
);

interface Storage {
  used: number;
  quota: number;
}

const isNearlyFull = ({ used, quota }: Storage): boolean => used >= limits.notice * quota;

export const StorageLine = (storage: Storage) =>
  isNearlyFull(storage)
    ? <StorageNotice {...storage} />
    : <p className="muted">{storageTexts.used(storage.used, storage.quota)}</p>;

export const StorageNotice = (storage: Storage) =>
  isNearlyFull(storage) && (
    <Notice kind="info">
      {`${storageTexts.used(storage.used, storage.quota)} ${storageTexts.notice}`}
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

interface FileFieldProps {
  label: string;
  hint: string;
  error?: string;
  /** Kinds of files, as the attribute has them. */
  accept: string;
}

/** The one file of a form. */
export const FileField = ({ label, hint, error, accept }: FileFieldProps) => (
  <FieldFrame id="file" label={label} hint={hint} error={error}>
    <input
      className="input"
      type="file"
      id="file"
      name="file"
      accept={accept}
      required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? "file-error file-hint" : "file-hint"}
    />
  </FieldFrame>
);

/** How far the file is, by script. */
export const FileProgress = () => (
  <div data-file-progress hidden>
    <ProgressBar value={0} max={1} label={<span role="status" />} />
  </div>
);

interface OpensProps {
  text: string;
  kind?: "quiet" | "danger";
  /** Whether it is open at first, since what was sent by it was refused. */
  open?: boolean;
  children: ReactNode;
}

/** A button below which its form opens, with script or without. */
export const Opens = ({ text, kind = "quiet", open, children }: OpensProps) => (
  <details className="opens" open={open}>
    <summary className={`button button--${kind}`}>{text}</summary>
    {children}
  </details>
);

interface ConfirmFoldProps {
  action: string;
  /** Of the button, and of what opens it where that has no title of its own. */
  text: string;
  title?: ReactNode;
  hint: ReactNode;
  kind?: "quiet" | "danger";
  /** Fields that are sent with it. */
  children?: ReactNode;
}

/** What a button does is said before it can be pressed. */
export const ConfirmFold = ({ action, text, title = text, hint, kind = "danger", children }: ConfirmFoldProps) => (
  <details className="fold">
    <summary>{title}</summary>
    <form method="post" action={action} className="stack">
      {children}
      <p>{hint}</p>
      <Button type="submit" kind={kind} icon={kind === "danger" ? "trash" : undefined}>{text}</Button>
    </form>
  </details>
);

interface Props extends ComponentProps<"form"> {
  by: ReauthenticatedBy;
  buttons: ReactNode;
}

/** People who have nothing to prove it by read that they are to sign in again: they could not send it. */
export function ConfirmedForm({ by, buttons, children, ...form }: Props) {
  if (by !== "recent" && !by.password && !by.code && !by.passkey) return <p>{words.signInAgain}</p>;
  return (
    <form className="stack" {...form}>
      {children}
      <ProofFields by={by} required />
      <div className="cluster">{buttons}</div>
    </form>
  );
}

interface OpensProofProps {
  by: ReauthenticatedBy;
  action: string;
  text: string;
  open?: boolean;
}

/** One button, where nothing is asked; else it opens what is. */
export const OpensProof = ({ by, action, text, open }: OpensProofProps) =>
  by === "recent" ? <PostButton action={action}>{text}</PostButton> : (
    <Opens text={text} open={open}>
      <ConfirmedForm
        by={by}
        method="post"
        action={action}
        buttons={<Button type="submit" kind="primary">{words.goOn}</Button>}
      />
    </Opens>
  );

export function ProofFields({ by, required }: { by: ReauthenticatedBy; required?: boolean }) {
  if (by === "recent") return null;
  const { password, code, passkey } = by;
  return (
    <div className="stack" data-proof="">
      {password || code
        ? (
          <Field
            label={password && code ? words.passwordOrCode : password ? words.password : words.code}
            name="password"
            type="password"
            autoComplete={password ? "current-password" : "one-time-code"}
            hint={words.hint}
            required={required}
          />
        )
        : <p>{passkey ? words.needed(by) : words.signInAgain}</p>}
      {passkey && (
        <div>
          <Button icon="key" data-prove="" hidden>{words.usePasskey}</Button>
        </div>
      )}
    </div>
  );
}

interface ConfirmedButtonProps extends ComponentProps<"form"> {
  by: ReauthenticatedBy;
  text: string;
  label: string;
}

export function ConfirmedButton({ by, text, label, children, ...form }: ConfirmedButtonProps) {
  const button = <Button type="submit" kind="danger" aria-label={label}>{text}</Button>;
  if (by === "recent") return <form method="post" {...form}>{children}{button}</form>;
  return (
    <details>
      <summary className="button button--danger" aria-label={label}>{text}</summary>
      <ConfirmedForm by={by} method="post" buttons={button} {...form}>{children}</ConfirmedForm>
    </details>
  );
}

export interface FailedSection extends FailedForm {
  section: string;
}

export interface Section<T> {
  id: string;
  title: string;
  /** @returns null where the section is not for this reader */
  content(subject: T, failed?: FailedSection): Promise<ReactNode> | ReactNode;
}

interface SectionedPage<T> {
  subject: T;
  failed?: FailedSection;
  loadFailed: string;
  /** `h3` where several of them share a heading. */
  heading?: "h2" | "h3";
  /** Whether one card holds several of them. */
  shareCard?: boolean;
}

export const showSections = <T, E extends Env>(c: Ctx<E>, sections: Section<T>[], shared: SectionedPage<T>) =>
  Promise.all(sections.map((section) => show(c, section, shared)));

async function show<T, E extends Env>(
  c: Ctx<E>,
  { id, title, content }: Section<T>,
  { subject, ...more }: SectionedPage<T>,
) {
  const failed = more.failed?.section === id ? more.failed : undefined;
  const shown = await tryLoad(c, async () => ({ content: await content(subject, failed) }));
  if (shown && shown.content === null) return null;
  const { heading: Heading = "h2" } = more;
  return (
    <section key={id} id={id} className={more.shareCard ? "stack" : "card stack"} aria-labelledby={`${id}-title`}>
      <Heading id={`${id}-title`}>{title}</Heading>
      {failed && !failed.refusal.issues?.length && <FormError text={failed.refusal.message} />}
      {shown ? shown.content : <LoadError text={more.loadFailed} href={c.req.path} />}
    </section>
  );
}
