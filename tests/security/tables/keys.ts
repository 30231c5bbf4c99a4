/** Who may do what with passkeys and two-step codes: everybody with their own, nobody with another's. */
import { everyone, loginThen, open, password, right, signedIn } from "../right.ts";

const credential = { id: "a", rawId: "a", type: "public-key" };
const made = { name: "Phone", response: { ...credential, response: { clientDataJSON: "a", attestationObject: "a" } } };
const answer = {
  ...credential,
  response: { clientDataJSON: "a", authenticatorData: "a", signature: "a", userHandle: "a" },
};
const passkey = "/api/auth/passkeys/{passkey}";

export const keyCalls = [
  right("GET /api/auth/passkeys", {}, [401, 200, 200, 200]),
  right("POST /api/auth/passkeys/options", { json: {} }, [401, 200, 200, 200], signedIn),
  right("POST /api/auth/passkeys", { json: made }, [401, 400, 400, 400]),
  right("PUT /api/auth/passkeys/:id", { path: passkey, json: { name: "Old phone" } }, [401, 404, 404, 200], "Ada"),
  right("DELETE /api/auth/passkeys/:id", { path: passkey }, [401, 404, 404, 200], "Ada"),
  right("POST /api/auth/proof/options", {}, [401, 200, 200, 200], signedIn),
  right("POST /api/auth/proof", { json: { password } }, [401, 200, 200, 200]),
  right("POST /api/auth/proof", { json: { password: "wrong" } }, [401, 400, 400, 400]),
  open("POST /api/auth/passkeys/login/options", { json: {} }, 200, everyone),
  open("POST /api/auth/passkeys/login", { json: answer }, 400),
  right("GET /api/auth/totp", {}, [401, 200, 200, 200]),
  // Ada's are on.
  right("POST /api/auth/totp", { json: {} }, [401, 200, 200, 409], "Mallory Grace"),
  right("POST /api/auth/totp/confirm", { json: { code: "000000" } }, [401, 409, 409, 409]),
  right("POST /api/auth/totp/recovery-codes", { json: { password } }, [401, 409, 409, 200], "Ada"),
  right("DELETE /api/auth/totp", { json: { password } }, [401, 409, 409, 200], "Ada"),
  open("POST /api/auth/totp/login", { json: { ticket: "made-up", code: "000000" } }, 400),
];

const ofPasskey = (action: string, form: Record<string, string>) => {
  const to = "/account#passkeys";
  const path = `/account/passkeys/{passkey}/${action}`;
  return right(`POST /account/passkeys/:id/${action}`, { path, form }, [loginThen(path), to, to, to], "Ada");
};

export const keyPages = [
  ...["rename", "remove"].map((action) =>
    open(`GET /account/passkeys/:id/${action}`, { path: `/account/passkeys/{passkey}/${action}` }, "/account")
  ),
  ...["", "/confirm", "/codes", "/off"].map((form) => open(`GET /account/two-step${form}`, {}, "/account")),
  ofPasskey("rename", { name: "Old phone" }),
  ofPasskey("remove", {}),
  right("POST /account/two-step", { form: {} }, [
    loginThen("/account/two-step"),
    "/account#two-step",
    "/account#two-step",
    409,
  ], "Mallory Grace"),
  right("POST /account/two-step/confirm", { form: { code: "000000" } }, [
    loginThen("/account/two-step/confirm"),
    409,
    409,
    409,
  ]),
  right("POST /account/two-step/codes", { form: { proof: password } }, [
    loginThen("/account/two-step/codes"),
    409,
    409,
    200,
  ], "Ada"),
  right("POST /account/two-step/off", { form: { proof: password } }, [
    loginThen("/account/two-step/off"),
    409,
    409,
    "/account#two-step",
  ], "Ada"),
  right("GET /login/code", {}, ["/login", "/dashboard", "/dashboard", "/dashboard"]),
  open("POST /login/code", { form: {} }, "/login"),
];
