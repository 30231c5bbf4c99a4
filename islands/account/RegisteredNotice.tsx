import { Notice } from "../ui/Notice.tsx";
import { accountPaths } from "../../server/contract/account/paths.ts";
import { registerTexts } from "../../server/contract/account/texts.ts";

export function RegisteredNotice({ message }: { message: string }) {
  return (
    <Notice kind="success">
      <p>{message}</p>
      <p>{registerTexts.hint}</p>
      <p>
        <a href={accountPaths.requestVerification}>Resend from the verification page</a> or{" "}
        <a href={accountPaths.login}>log in</a>.
      </p>
    </Notice>
  );
}
