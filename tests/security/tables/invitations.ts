/** Who may invite by mail, and answer: {invitation} is Mallory's, {mailed} the secret of the link to somebody unknown. */
import { everyone, loginThen, open, type Right, right } from "../right.ts";

const answer = (to: "accept" | "decline", json?: Record<string, unknown>) =>
  right(
    `POST /api/invitations/:id/${to}`,
    { path: `/api/invitations/{invitation}/${to}`, json },
    [401, 200, 404, 404],
    "Mallory",
  );

export const invitationCalls: Right[] = [
  right(
    "POST /api/groups/:id/invites/mail",
    { path: "/api/groups/{group}/invites/mail", json: { emails: ["new{n}@example.org"] } },
    [401, 404, 403, 200],
    "Ada",
  ),
  right("GET /api/invitations", {}, [401, 200, 200, 200]),
  answer("accept"),
  answer("decline", { never: true }),
];

const about = "/group/{group}/about";

const onDashboard = (to: string, changed: string) => {
  const path = `/dashboard/invitations/{invitation}/${to}`;
  return right(
    `POST /dashboard/invitations/:id/${to}`,
    { path, form: {} },
    [loginThen(path), changed, "/dashboard", "/dashboard"],
    "Mallory",
  );
};

export const invitationPages: Right[] = [
  ...["accept", "decline", "never"].map((answer) =>
    open(
      `GET /dashboard/invitations/:id/${answer}`,
      { path: `/dashboard/invitations/{invitation}/${answer}` },
      "/dashboard",
    )
  ),
  ...["decline", "never"].map((answer) =>
    open(
      `GET /invitations/:token/${answer}`,
      { path: `/invitations/{mailed}/${answer}` },
      "/invitations/{mailed}",
    )
  ),
  right("GET /invitations/:token", { path: "/invitations/{mailed}" }, [
    200,
    200,
    "/group/{group}",
    "/group/{group}",
  ]),
  open("GET /invitations/:token", { path: "/invitations/made-up" }, 404),
  // Whoever has the mail may answer it; who is in the group already uses it up.
  right(
    "POST /invitations/:token/accept",
    { path: "/invitations/{mailed}/accept", form: { by: "login" } },
    ["/login?next=%2Finvitations%2F{mailed}", "/group/{group}", "/group/{group}", "/group/{group}"],
    "Mallory Grace Ada",
  ),
  open("POST /invitations/:token/decline", { path: "/invitations/{mailed}/decline", form: {} }, "/", everyone),
  open("POST /invitations/:token/never", { path: "/invitations/{mailed}/never", form: {} }, "/", everyone),
  onDashboard("accept", "/group/{group}"),
  onDashboard("decline", "/dashboard"),
  onDashboard("never", "/dashboard"),
  open("GET /group/:id/about/mail-invites", { path: `${about}/mail-invites` }, about),
  right(
    "POST /group/:id/about/mail-invites",
    { path: `${about}/mail-invites`, form: { emails: "new{n}@example.org" } },
    [loginThen(`${about}/mail-invites`), "/dashboard", 403, `${about}#mail-invites`],
    "Ada",
  ),
  open(
    "GET /group/:id/about/mail-invites/:invitationId/withdraw",
    { path: `${about}/mail-invites/{invitation}/withdraw` },
    `${about}#mail-invites`,
  ),
  right(
    "POST /group/:id/about/mail-invites/:invitationId/withdraw",
    { path: `${about}/mail-invites/{invitation}/withdraw`, form: {} },
    [
      loginThen(`${about}/mail-invites/{invitation}/withdraw`),
      `${about}#mail-invites`,
      `${about}#mail-invites`,
      `${about}#mail-invites`,
    ],
    "Ada",
  ),
];
