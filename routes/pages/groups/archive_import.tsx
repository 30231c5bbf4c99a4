import { Field, fieldOf } from "../../../islands/forms/Field.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { archiveImportTexts as words } from "../../../server/contract/groups/archive_import_texts.ts";
import { clubPaths } from "../../../server/contract/groups/club_paths.ts";
import { formKeyFor, type Refusal } from "../../../server/http/form.ts";
import { FileField } from "../../layout/parts.tsx";

export interface Unread {
  refusal: Refusal;
  me?: string;
}

export function ArchiveImport({ mayImport, refusal, me }: Partial<Unread> & { mayImport: boolean }) {
  const ofMe = refusal?.issues?.some(({ path }) => path === "me");
  const error = ofMe ? undefined : refusal?.message;
  return (
    <section className="card stack" id="import" aria-labelledby="import-title">
      <h2 id="import-title">{words.title}</h2>
      <p className="muted">{mayImport ? words.about : words.notAllowed}</p>
      {mayImport && (
        <form method="post" action={clubPaths.importGroup} encType="multipart/form-data" className="stack">
          <input type="hidden" name="formKey" value={formKeyFor()} />
          <FileField label={words.file} hint={words.hint} error={error} accept=".zip" />
          <Field
            id="me"
            label={words.me}
            hint={words.meHint}
            defaultValue={me}
            autoComplete="off"
            autoCapitalize="none"
            {...fieldOf("me", ofMe ? refusal?.issues : undefined)}
          />
          <Button type="submit">{words.read}</Button>
        </form>
      )}
    </section>
  );
}
