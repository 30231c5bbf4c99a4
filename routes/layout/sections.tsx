import type { ReactNode } from "react";
import { FormError } from "../../islands/forms/FormError.tsx";
import type { Fields, Refusal } from "../../server/http/form.ts";
import type { Ctx, Env } from "../../server/http/router.ts";
import { LoadError, tryLoad } from "./LoadError.tsx";

/** A form of a page of sections that was refused. */
export interface FailedForm {
  /** The id of its section. */
  section: string;
  /** What was typed, without passwords. */
  fields: Fields;
  refusal: Refusal;
}

/** A card of a page, with a heading of its own. */
export interface Section<T> {
  /** By which addresses and failed forms name it. */
  id: string;
  title: string;
  /**
   * @param failed its own form, which was refused
   * @returns null where the section is not for this reader: then it is not shown at all
   */
  content(subject: T, failed?: FailedForm): Promise<ReactNode> | ReactNode;
}

interface SectionedPage<T> {
  /** What the page is about. */
  subject: T;
  failed?: FailedForm;
  /** The text in place of a section that cannot be loaded. */
  loadFailed: string;
}

/** The sections of a page, each loaded beside the others: one that fails leaves the others. */
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
  return (
    <section key={id} id={id} className="card stack" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {failed && !failed.refusal.issues?.length && <FormError text={failed.refusal.message} />}
      {shown ? shown.content : <LoadError text={more.loadFailed} href={c.req.path} />}
    </section>
  );
}
