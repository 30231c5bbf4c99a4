import { deleteDraft, readDraft, type StoredDraft, storeDraft, typedBefore } from "../offline/drafts.ts";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const secret = "[type=password], [autocomplete=one-time-code], [type=hidden], [type=file]";

interface TypedFields extends StoredDraft {
  href: string;
  typed: (readonly [name: string, value: string | boolean])[];
}

const here = () => location.pathname + location.search;

export function reloadWithTyped(): void {
  const typed = [...namedFields()].filter(([, field]) => isTyped(field)).map(([name, field]) =>
    [name, valueOf(field)] as const
  );
  storeDraft(typedBefore(), { content: "", href: here(), typed } satisfies TypedFields);
  location.reload();
}

/** Reloads where all scripts that the page names can be had: what has failed is what this page remembers of them. */
export async function reloadIfLoadable(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]");
  const files = await Promise.all(Array.from(links, ({ href }) => fetch(href)));
  if (files.every(({ ok }) => ok)) reloadWithTyped();
}

export function restoreTyped(): void {
  const { href, typed = [] } = readDraft<TypedFields>(typedBefore()) ?? {};
  deleteDraft(typedBefore());
  if (href !== here()) return;
  const fields = namedFields();
  for (const [name, value] of typed) {
    const field = fields.get(name);
    if (field) Object.assign(field, isChoice(field) ? { checked: value } : { value });
  }
}

function namedFields(): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (const field of document.querySelectorAll<Field>(":is(input, textarea, select)[name]")) {
    if (field.matches(secret)) continue;
    const name = `${field.form?.getAttribute("action")} ${field.name} `;
    let n = 0;
    while (fields.has(name + n)) n++;
    fields.set(name + n, field);
  }
  return fields;
}

const isChoice = (field: Field): field is HTMLInputElement => /^(checkbox|radio)$/.test(field.type);

const valueOf = (field: Field) => isChoice(field) ? field.checked : field.value;

const isTyped = (field: Field): boolean =>
  field instanceof HTMLSelectElement ||
  valueOf(field) !== (isChoice(field) ? field.defaultChecked : field.defaultValue);
