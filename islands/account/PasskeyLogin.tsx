import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import { passkeyTexts as words } from "../../server/contract/account/texts.ts";
import { failureText } from "../runtime/api.ts";
import { late } from "../runtime/late.ts";
import { showToast } from "../runtime/toast.ts";
import { Button } from "../ui/Button.tsx";

const load = late(() => import("./passkey_login.ts"));

export function PasskeyLogin({ onSuccess }: { onSuccess: () => void }) {
  useSignals();
  const busy = useSignal(false);

  async function run(signIn: () => Promise<boolean>): Promise<void> {
    try {
      if (await signIn()) onSuccess();
    } catch (error) {
      showToast("error", failureText(error, words.failed));
    }
  }

  async function press(): Promise<void> {
    if (busy.peek()) return;
    busy.value = true;
    await run(async () => (await load()).signInWithPasskey());
    busy.value = false;
  }

  useEffect(() => {
    // Nobody has asked for it: where it cannot be offered, the button is there.
    const offer = () => load().then(({ offerPasskeys }) => offerPasskeys(run), () => {});
    void offer();
  }, []);

  return (
    <div className="passkey-login">
      <Button icon="key" busy={busy.value} busyText={words.signingIn} onClick={press}>{words.signIn}</Button>
    </div>
  );
}
