import { loginTexts } from "../../server/contract/account/texts.ts";
import { Field } from "../forms/Field.tsx";

interface Props {
  autoComplete: string;
  defaultValue?: string;
}

/** For an email address or a username. */
export const LoginNameField = (props: Props) => (
  <Field
    label="Email"
    name="email"
    type="text"
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
    hint={loginTexts.nameHint}
    required
    {...props}
  />
);
