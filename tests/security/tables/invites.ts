/** Who may invite into a group, and who gets in: {invite} is a link of Ada's, {token} its secret. */
import { loginThen, open, type Right, right } from "../right.ts";

const calls = "/api/groups/:id/invites";
const place = "/api/groups/{group}/invites";

export const inviteCalls: Right[] = [
  right(`GET ${calls}`, { path: place }, [401, 404, 403, 200]),
  right(`POST ${calls}`, { path: place, json: { days: 3 } }, [401, 404, 403, 201], "Ada"),
  right(`DELETE ${calls}/:inviteId`, { path: `${place}/{invite}` }, [401, 404, 403, 200], "Ada"),
  open("GET /api/join/:token", { path: "/api/join/{token}" }),
  open("GET /api/join/:token", { path: "/api/join/made-up" }, 404),
  right("POST /api/join/:token", { path: "/api/join/{token}" }, [401, 200, 200, 200], "Mallory"),
];

const about = "/group/{group}/about";

export const invitePages: Right[] = [
  right("GET /join/:token", { path: "/join/{token}" }, [200, 200, "/group/{group}", "/group/{group}"]),
  open("GET /join/:token", { path: "/join/made-up" }, 404),
  right(
    "POST /join/:token",
    { path: "/join/{token}", form: { by: "login" } },
    ["/login?next=%2Fjoin%2F{token}", "/group/{group}", "/group/{group}", "/group/{group}"],
    "Mallory",
  ),
  right(
    "POST /group/:id/about/invites",
    { path: `${about}/invites`, form: { days: "3" } },
    [loginThen(`${about}/invites`), "/dashboard", 403, 200],
    "Ada",
  ),
  open("GET /group/:id/about/invites", { path: `${about}/invites` }, about),
  open(
    "GET /group/:id/about/invites/:inviteId/revoke",
    { path: `${about}/invites/{invite}/revoke` },
    `${about}#invites`,
  ),
  right(
    "POST /group/:id/about/invites/:inviteId/revoke",
    { path: `${about}/invites/{invite}/revoke`, form: {} },
    [loginThen(`${about}/invites/{invite}/revoke`), ...Array(3).fill(`${about}#invites`)] as Right["answers"],
    "Ada",
  ),
];
