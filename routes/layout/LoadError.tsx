import { FormError } from "../../islands/forms/FormError.tsx";
import { LinkButton } from "../../islands/ui/Button.tsx";
import type { Flash } from "../../server/http/cookies.ts";
import { logFailure } from "../../server/http/request_log.ts";
import type { Ctx, Env } from "../../server/http/router.ts";

/** Loads a part of a page. A failure is logged and returns undefined: the rest of the page is still of use. */
export async function tryLoad<E extends Env, T>(c: Ctx<E>, load: () => Promise<T>): Promise<T | undefined> {
  try {
    return await load();
  } catch (err) {
    logFailure(c, err, "a part of a page could not be loaded");
  }
}

/** The toasts of the parts of a page that could not be loaded. */
export const failures = (...texts: (string | false | undefined)[]): Flash[] =>
  texts.filter((text) => typeof text === "string").map((text) => ({ kind: "error", text }));

/** Takes the place of a part of a page that could not be loaded. */
export function LoadError({ text, href }: { text: string; href: string }) {
  return (
    <div className="stack">
      <FormError text={text} />
      <div>
        <LinkButton href={href}>Try again</LinkButton>
      </div>
    </div>
  );
}
