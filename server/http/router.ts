import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import type { Credential, Session } from "../auth/sessions.ts";
import type { User } from "../contract/users.ts";
import type { Deps } from "../deps.ts";

export interface Env {
  Bindings: HttpBindings;
  Variables: {
    deps: Deps;
    requestId: string;
    /** The caller's address, seen through trusted proxies only. */
    address: string;
    secureHeadersNonce?: string;
    credential?: Credential;
    session?: Session;
    /** Whoever is signed in, behind a guard. */
    user?: User;
  };
}

/** The environment behind a guard that lets only signed-in callers through. */
export interface SignedInEnv extends Env {
  Variables: Env["Variables"] & { session: Session; user: User };
}

/** The context of any route of ours, whatever its path, guards and input have made of it. */
export type Ctx<E extends Env = Env> = Context<E>;

/** A router that knows the service's variables. */
export const router = () => new Hono<Env>();
