// deno-lint-ignore-file react-no-danger -- what is set here was made safe by `written_html.ts`
import { FieldFrame, TextArea } from "../../../islands/forms/Field.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { PreviewButton } from "../../../islands/ui/PreviewButton.tsx";
import { preview as limits } from "../../../server/contract/site/limits.ts";
import { ownPath, sitePaths } from "../../../server/contract/site/paths.ts";
import { linkedHtml } from "../../../server/contract/site/linked_html.ts";
import { fileFields, previewPath, usualField } from "../../../server/contract/site/preview_path.ts";
import { writtenHtml } from "../../../server/contract/site/written_html.ts";
import { previewTexts as words } from "../../../server/contract/site/preview_texts.ts";
import { malformedForm } from "../../../server/http/body.ts";
import { type Fields, readForm } from "../../../server/http/form.ts";
import { signedInForm } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { withForm } from "../../../server/writing/mod.ts";
import { type C, page } from "../../layout/page.tsx";

export const preview = router();

preview.get(previewPath, signedInForm, (c) => c.redirect(sitePaths.dashboard, 303));

/** For people without script: what a form would send, as it will be shown, and the form again. */
preview.post(previewPath, signedInForm, async (c) => {
  const { of = usualField, to, tables } = c.req.query();
  const action = ownPath(to);
  const sent = await readForm(c);
  if (action === undefined || !Object.hasOwn(sent, of)) throw malformedForm();
  if (Object.keys(sent).length > limits.fields) throw malformedForm();
  return await show(c, { action, of, sent, tables: tables !== undefined });
});

interface Form {
  action: string;
  /** The name of the field with the text. */
  of: string;
  sent: Fields;
  tables: boolean;
}

const show = (c: C, form: Form) =>
  page(c, {
    title: words.title,
    description: words.description,
    width: "narrow",
    styles: ["preview-page"],
    body: (
      <div className="stack">
        <h1>{words.title}</h1>
        <Shown {...form} />
        <AgainForm {...form} />
      </div>
    ),
  });

function Shown({ of, sent, tables }: Form) {
  const text = sent[of].trim();
  if (!text) return <p className="muted">{words.nothing}</p>;
  const form = text.length > limits.text ? null : withForm(text, { tables }).form;
  return (
    <>
      {!form && <p className="muted">{words.noForm}</p>}
      <section className="card" aria-label={words.title}>
        <div
          className="written"
          dir="auto"
          dangerouslySetInnerHTML={{ __html: form ? writtenHtml(form.nodes) : linkedHtml(text) }}
        />
      </section>
    </>
  );
}

function AgainForm({ action, of, sent, tables }: Form) {
  const files = fileFields.find((name) => name in sent);
  const others = Object.entries(sent).filter(([name]) => name !== of && name !== files);
  return (
    <form method="post" action={action} encType={files ? "multipart/form-data" : undefined} className="stack">
      {others.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      <TextArea label={words.text} name={of} dir="auto" rows={8} defaultValue={sent[of]} />
      {files && (
        <FieldFrame id="files" label={words.files} hint={words.chooseAgain}>
          <input className="input" type="file" id="files" name={files} multiple aria-describedby="files-hint" />
        </FieldFrame>
      )}
      <div className="cluster">
        <Button type="submit" kind="primary">{words.post}</Button>
        <PreviewButton of={of} action={action} tables={tables} files={files !== undefined} />
      </div>
    </form>
  );
}
