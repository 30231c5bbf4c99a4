import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import type { Credential, Session } from "../auth/sessions.ts";
import type { User } from "../contract/people/users.ts";
import type { Deps } from "../deps.ts";
import type { Operation } from "../operation.ts";

export interface Env {
  Bindings: HttpBindings;
  Variables: {
    deps: Deps;
    requestId: string;
    /** The caller's network address (see `addressReader`). */
    address: string;
    credential?: Credential;
    session?: Session;
    /** The token by which the browser is known again (see `browserOf`). */
    browser?: string;
    /** Of an operator who has no second step yet: when these pages need one. */
    secondStepDue?: number;
    /** Set by the guards for signed-in users. */
    user?: User;
    /** What is asked for, once it is known. */
    operation?: Operation;
    /**
     * A page with its text: to read that back from the response would make a copy of it outside V8's heap, which is
     * collected late.
     */
    made?: { response: Response; text: string };
    /** Whether the answer is a file of what people wrote or uploaded: a browser must not run it. */
    isSandboxed?: boolean;
  };
}

/** The environment behind a guard for signed-in users. */
export interface SignedInEnv extends Env {
  Variables: Env["Variables"] & { session: Session; user: User };
}

/** The context of any route, whatever its path, guards and input. */
export type Ctx<E extends Env = Env> = Context<E>;

/** A router with our variables. */
export const router = () => new Hono<Env>();
