import { useEffect, useRef } from "react";
import { twoStepTexts as words } from "../../server/contract/account/texts.ts";
import { Field } from "../forms/Field.tsx";
import { Button, LinkButton } from "../ui/Button.tsx";
import { withNext } from "../../server/contract/site/paths.ts";
import { loginPaths } from "../../server/contract/account/paths.ts";

export function CodeFields({ busy, next }: { busy?: boolean; next?: string }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current!.focus(), []);
  return (
    <>
      <p role="status">{words.needed}</p>
      <Field
        ref={input}
        label={words.code}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={50}
        hint={words.codeHint}
        required
      />
      <Button type="submit" kind="primary" busy={busy}>{words.verify}</Button>
      <LinkButton kind="plain" icon="arrow-left" href={withNext(loginPaths.login, next)}>{words.toLogin}</LinkButton>
    </>
  );
}
