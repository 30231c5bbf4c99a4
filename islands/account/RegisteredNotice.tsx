import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { Notice } from "../ui/Notice.tsx";

/** The answer to a registration, and what to do next. */
export function RegisteredNotice({ message }: { message: string }) {
  return (
    <Notice kind="success">
      <p>{message}</p>
      <p>{texts.register.hint}</p>
      <p>
        <a href={paths.requestVerification}>Resend from the verification page</a> or <a href={paths.login}>log in</a>.
      </p>
    </Notice>
  );
}
