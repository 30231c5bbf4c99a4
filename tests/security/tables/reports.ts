/** Who may report what: a message and a group its members, a profile everybody who is signed in. */
import { type Answer, loginThen, type Right, right } from "../right.ts";

const call = (kind: string, id: string, answers: Right["answers"], changes: string) =>
  right("POST /api/reports", { json: { kind, id, reason: "Spam" } }, answers, changes);

export const reportCalls: Right[] = [
  // {message} is veiled for Grace.
  call("message", "{message}", [401, 404, 404, 201], "Ada"),
  call("message", "{pinned}", [401, 404, 201, 201], "Grace Ada"),
  call("group", "{group}", [401, 404, 201, 201], "Grace Ada"),
  call("profile", "nora", [401, 201, 201, 201], "Mallory Grace Ada"),
  call("profile", "nobody", [401, 404, 404, 404], ""),
];

const dashboard = "/dashboard";

const page = (kind: string, id: string, answers: [Answer, Answer, Answer]) => {
  const path = `/report?kind=${kind}&id=${id}`;
  return right("GET /report", { path }, [loginThen(path), ...answers]);
};

const form = (kind: string, id: string, to: string, outsider: string, changes: string) =>
  right("POST /report", { form: { kind, id, reason: "Spam" } }, [loginThen("/report"), outsider, to, to], changes);

export const reportPages: Right[] = [
  page("message", "{message}", [dashboard, dashboard, 200]),
  page("message", "{pinned}", [dashboard, 200, 200]),
  page("group", "{group}", [dashboard, 200, 200]),
  page("profile", "nora", [200, 200, 200]),
  form("group", "{group}", "/group/{group}/about", dashboard, "Grace Ada"),
  form("profile", "nora", "/profile/nora", "/profile/nora", "Mallory Grace Ada"),
];
