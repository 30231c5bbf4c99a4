/** Who may do what about roles, what a group is, and blocking people. Eve has nothing to do with anybody. */
import { loginThen, type Right, right } from "../right.ts";

const group = "/api/groups/{group}";
const roleRoute = "PUT /api/groups/:id/members/:userId/role";
const role = (of: string, role: string, answers: Right["answers"], changes = "") =>
  right(roleRoute, { path: `${group}/members/${of}/role`, json: { role } }, answers, changes);

export const aboutGroupCalls: Right[] = [
  right("PUT /api/groups/:id", { path: group, json: { groupName: "Looms" } }, [401, 404, 403, 200], "Ada"),
  right("PUT /api/groups/:id", { path: group, json: { groupName: " " } }, [401, 400, 400, 400]),
  role("nora", "organizer", [401, 404, 403, 200], "Ada"),
  role("nora", "creator", [401, 404, 403, 200], "Ada"),
  role("grace", "creator", [401, 404, 403, 200], "Ada"),
  role("ada", "member", [401, 404, 403, 400]),
  role("mallory", "organizer", [401, 404, 403, 404]),
  right("GET /api/users/blocked", {}, [401, 200, 200, 200]),
  right("PUT /api/users/:userId/block", { path: "/api/users/eve/block" }, [401, 200, 200, 200], "Mallory Grace Ada"),
  right("PUT /api/users/:userId/block", { path: "/api/users/nobody/block" }, [401, 404, 404, 404]),
  right("DELETE /api/users/:userId/block", { path: "/api/users/{blocked}/block" }, [401, 404, 404, 200], "Ada"),
];

const about = "/group/{group}/about";
const dashboard = "/dashboard";

const form = (
  route: string,
  path: string,
  { form = {}, answers, changes = "", to }: {
    form?: Record<string, string>;
    answers: [Right["answers"][0], Right["answers"][0], Right["answers"][0]];
    changes?: string;
    to: string;
  },
): Right[] => [
  right(`POST ${route}`, { path, form }, [loginThen(path), ...answers], changes),
  right(`GET ${route}`, { path }, [to, to, to, to]),
];

const roleForm = "/group/:id/about/members/:userId/role";
const members = `${about}#members`;
const notifications = `${about}#notifications`;

export const aboutGroupPages: Right[] = [
  ...form("/group/:id/about/edit", `${about}/edit`, {
    form: { groupName: "Looms", description: "" },
    answers: [dashboard, 403, about],
    changes: "Ada",
    to: about,
  }),
  ...form(roleForm, `${about}/members/nora/role`, {
    form: { role: "organizer" },
    answers: [members, members, members],
    changes: "Ada",
    to: `${about}?member=nora#members`,
  }),
  ...form("/group/:id/about/notify", `${about}/notify`, {
    form: { level: "none" },
    answers: [notifications, notifications, notifications],
    changes: "Grace Ada",
    to: notifications,
  }),
  right("GET /group/:id/about", { path: `${about}?member=nora` }, [
    loginThen(`${about}?member=nora`),
    dashboard,
    200,
    200,
  ]),
  ...form("/profile/:id/block", "/profile/eve/block", {
    answers: ["/profile/eve", "/profile/eve", "/profile/eve"],
    changes: "Mallory Grace Ada",
    to: "/profile/eve",
  }),
  ...form("/profile/:id/unblock", "/profile/{blocked}/unblock", {
    answers: ["/profile/{blocked}", "/profile/{blocked}", "/profile/{blocked}"],
    changes: "Ada",
    to: "/profile/{blocked}",
  }),
  right("GET /account", { path: "/account?tab=privacy" }, [loginThen("/account?tab=privacy"), 200, 200, 200]),
];
