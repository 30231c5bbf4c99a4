import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import type { Session, SessionToken } from "../auth/sessions.ts";
import type { User } from "../contract/people/shapes.ts";
import type { Deps } from "../deps.ts";
import type { Operation } from "../operation.ts";

export interface Env {
  Bindings: HttpBindings;
  Variables: {
    deps: Deps;
    requestId: string;
    address: string;
    sessionToken?: SessionToken;
    session?: Session;
    browser?: string;
    secondStepDue?: number;
    user?: User;
    operation?: Operation;
    /** To read the text back from the response would make a copy of it outside V8's heap, which is collected late. */
    made?: { response: Response; text: string };
    isSandboxed?: boolean;
  };
}

export interface SignedInEnv extends Env {
  Variables: Env["Variables"] & { session: Session; user: User };
}

export type Ctx<E extends Env = Env> = Context<E>;

export const router = () => new Hono<Env>();
