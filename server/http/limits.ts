/** The limits of single calls, counted alike for the API and the forms. */
import type { Env } from "./router.ts";

/** What the contexts of all routes have in common. */
interface AnyContext {
  var: Pick<Env["Variables"], "deps" | "address">;
}

/** Counts a login against the address it comes from and the account it is for. @throws TooMany */
export const limitLogin = ({ var: { deps, address } }: AnyContext, email: string) =>
  deps.limiter.take("login", address, email);

/** Counts a registration against the address it comes from. @throws TooMany */
export const limitRegister = ({ var: { deps, address } }: AnyContext) => deps.limiter.take("register", address);

/** Counts a mail that is asked for against the address of who asks and the one it would go to. @throws TooMany */
export const limitMail = ({ var: { deps, address } }: AnyContext, email: string) =>
  deps.limiter.take("mail", address, email);

/** Counts a check whether an address is free. @throws TooMany */
export const limitEmailCheck = ({ var: { deps, address } }: AnyContext) => deps.limiter.take("checkEmail", address);
