/** The limits of single calls, counted alike for the API and the forms. */
import type { Env } from "./router.ts";

/** What the contexts of all routes have in common. */
interface AnyContext {
  var: Pick<Env["Variables"], "deps" | "address">;
}

export const limitLogin = ({ var: { deps, address } }: AnyContext, email: string) =>
  deps.limiter.take("login", address, email);

export const limitRegister = ({ var: { deps, address } }: AnyContext) => deps.limiter.take("register", address);

export const limitMail = ({ var: { deps, address } }: AnyContext, email: string) =>
  deps.limiter.take("mail", address, email);

export const limitEmailCheck = ({ var: { deps, address } }: AnyContext) => deps.limiter.take("checkEmail", address);
