/** Who may do what with an account: everybody with their own, nobody with another's. */
import { type Answer, loginThen, open, password, right, signedIn } from "../right.ts";

const to = { email: "new{n}@example.org", password };

export const accountCalls = [
  right("GET /api/auth/sessions", {}, [401, 200, 200, 200]),
  // A browser of Ada's that is sent notices is so until its session ends.
  right("DELETE /api/auth/sessions", {}, [401, 200, 200, 200], "Ada"),
  right("DELETE /api/auth/sessions/:id", { path: "/api/auth/sessions/{session}" }, [401, 404, 404, 200], "Ada"),
  right(
    "PUT /api/auth/password",
    { json: { currentPassword: password, newPassword: password } },
    [401, 200, 200, 200],
    signedIn,
  ),
  right(
    "PUT /api/auth/password",
    { json: { currentPassword: "wrong", newPassword: password } },
    [401, 400, 400, 400],
  ),
  right("PUT /api/auth/email", { json: to }, [401, 200, 200, 200]),
  right("POST /api/users/deletion", { json: { password } }, [401, 202, 202, 202], signedIn),
  right("POST /api/users/deletion", { json: { password: "wrong" } }, [401, 400, 400, 400]),
  right("GET /api/users/storage", {}, [401, 200, 200, 200]),
  right("GET /api/users/export", {}, [401, 200, 200, 200]),
  right("DELETE /api/users/deletion", {}, [401, 200, 200, 200]),
  open("POST /api/auth/confirm-email", { json: { token: "made-up" } }, 400),
];

const form = (path: string, fields: Record<string, string>, to: Answer, changes = "") =>
  right(`POST ${path}`, { form: fields }, [loginThen(path), to, to, to], changes);

export const accountPages = [
  open("GET /account/sessions/end", {}, "/account?tab=sessions"),
  open("GET /account/sessions/:id/end", { path: "/account/sessions/{session}/end" }, "/account?tab=sessions"),
  open("GET /account/password", {}, "/account"),
  open("GET /account/email", {}, "/account"),
  open("GET /account/deletion", {}, "/account?tab=data"),
  open("GET /account/deletion/cancel", {}, "/account?tab=data"),
  form("/account/sessions/end", {}, "/account?tab=sessions", "Ada"),
  right("POST /account/sessions/:id/end", { path: "/account/sessions/{session}/end", form: {} }, [
    loginThen("/account/sessions/{session}/end"),
    "/account?tab=sessions",
    "/account?tab=sessions",
    "/account?tab=sessions",
  ], "Ada"),
  form(
    "/account/password",
    { currentPassword: password, newPassword: password, confirmPassword: password },
    "/account",
    signedIn,
  ),
  form("/account/email", to, "/account"),
  form("/account/privacy", { emailVisible: "on" }, "/account?tab=privacy"),
  open("GET /account/privacy", {}, "/account?tab=privacy"),
  form("/account/deletion", { password }, "/account?tab=data", signedIn),
  form("/account/export", {}, 200),
  open("GET /account/export", {}, "/account?tab=data"),
  form("/account/deletion/cancel", {}, "/account?tab=data"),
  open("GET /confirm-email"),
  open("POST /confirm-email", { form: {} }, 400),
  ...["", "?tab=sessions", "?tab=privacy", "?tab=data"].map((tab) =>
    right("GET /account", { path: `/account${tab}` }, [loginThen(`/account${tab}`), 200, 200, 200])
  ),
];
