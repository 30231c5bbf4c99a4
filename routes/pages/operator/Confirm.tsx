import type { ReauthenticatedBy } from "../../../server/actions/account/reauthentication.ts";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import { ProvenForm } from "../../layout/ProvenForm.tsx";

interface Props {
  question: string;
  /** The button. */
  text: string;
  /** Where the form posts to, and where *Cancel* leads. */
  action: string;
  back: string;
  /** The operator. */
  by: ReauthenticatedBy;
}

/** Asks once more before what cannot be undone, with a proof of who asks. */
export const Confirm = ({ question, text, action, back, by }: Props) => (
  <section className="card stack">
    <p>{question}</p>
    <ProvenForm
      by={by}
      method="post"
      action={action}
      buttons={
        <>
          <Button type="submit" kind="danger">{text}</Button>
          <LinkButton href={back}>{words.cancel}</LinkButton>
        </>
      }
    />
  </section>
);
