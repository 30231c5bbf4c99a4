import type { ReactNode } from "react";
import { FormError } from "../../islands/forms/FormError.tsx";
import type { Ctx, Env } from "../../server/http/router.ts";
import { type FailedForm, LoadError, tryLoad } from "./page.tsx";

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
  return (
    <section key={id} id={id} className="card stack" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {failed && !failed.refusal.issues?.length && <FormError text={failed.refusal.message} />}
      {shown ? shown.content : <LoadError text={more.loadFailed} href={c.req.path} />}
    </section>
  );
}
