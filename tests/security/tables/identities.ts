/** Who may do what with accounts elsewhere: everybody with their own. Here no provider is set; see `api/oidc_test.ts`. */
import { loginThen, open, right } from "../right.ts";

export const identityCalls = [
  open("GET /api/auth/oidc", {}, 404),
  open("GET /api/auth/oidc/callback", { path: "/api/auth/oidc/callback?state=made-up&code=made-up" }, 404),
];

const to = "/account#elsewhere";

export const identityPages = [
  open("GET /login/elsewhere", {}, "/login"),
  open("GET /account/elsewhere", {}, "/account"),
  open("GET /account/elsewhere/remove", {}, "/account"),
  right("POST /account/elsewhere", { form: {} }, [loginThen("/account/elsewhere"), 404, 404, 404]),
  right(
    "POST /account/elsewhere/remove",
    { form: { issuer: "https://school.example", subject: "{identity}" } },
    [loginThen("/account/elsewhere/remove"), to, to, to],
    "Ada",
  ),
];
