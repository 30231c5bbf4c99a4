/** What operators see and do; to all the others there is nothing of it. */
import { operatorsOnly, type Right } from "../right.ts";

const api = "/api/operator";
const person = `${api}/people/{newcomer}`;
const endsAt = new Date(Date.now() + 3600_000).toISOString();

export const operatorCalls: Right[] = [
  ...["people", "groups", "reports", "numbers", "mail", "audit"].map((name) => operatorsOnly(`GET ${api}/${name}`)),
  operatorsOnly(`PUT ${api}/people/:id`, { path: person, json: { disabled: true } }, "Olga"),
  operatorsOnly(`DELETE ${api}/people/:id`, { path: person, json: {} }, "Olga"),
  operatorsOnly(`DELETE ${api}/people/:id/sessions`, { path: `${person}/sessions` }, "Olga"),
  operatorsOnly(`DELETE ${api}/people/:id/totp`, { path: `${person}/totp`, json: {} }, "Olga"),
  operatorsOnly(`DELETE ${api}/groups/:id`, { path: `${api}/groups/{group}` }, "Olga"),
  operatorsOnly(`PUT ${api}/reports/:id`, { path: `${api}/reports/{report}`, json: { decision: "dismissed" } }, "Olga"),
  operatorsOnly(`POST ${api}/mail/:id/retry`, { path: `${api}/mail/{mail}/retry` }, "Olga"),
  operatorsOnly(`DELETE ${api}/mail/:id`, { path: `${api}/mail/{mail}` }, "Olga"),
  operatorsOnly(`PUT ${api}/announcement`, { json: { text: "Hello", endsAt } }, "Olga"),
  operatorsOnly(`DELETE ${api}/announcement`, {}, "Olga"),
];

const page = (path: string, operator: number | string = 200) => operatorsOnly(`GET ${path}`, { others: "/", operator });

/** A form at which Olga comes back to its tab, as when she opens its address as a page. */
function form(route: string, path = route, fields: Record<string, string> = {}): Right[] {
  const operator = route.split("/").slice(0, 3).join("/");
  const opened = operator === route ? [] : [page(route, operator)];
  return [operatorsOnly(`POST ${route}`, { path, form: fields, operator }, "Olga"), ...opened];
}

const onPerson = (act: string, name = "newcomer") =>
  form(`/operator/people/:id/${act}`, `/operator/people/{${name}}/${act}`);

export const operatorPages: Right[] = [
  page("/operator", "/operator/people"),
  ...["people", "groups", "reports", "numbers", "mail", "announcement", "audit"].map((tab) => page(`/operator/${tab}`)),
  ...onPerson("disable"),
  ...onPerson("enable", "disabled"),
  ...onPerson("end-sessions"),
  ...onPerson("remove"),
  ...onPerson("turn-off-codes"),
  ...form("/operator/groups/:id/remove", "/operator/groups/{group}/remove"),
  ...form("/operator/reports/:id/decide", "/operator/reports/{report}/decide", { decision: "dismissed", note: "" }),
  ...form("/operator/mail/:id/retry", "/operator/mail/{mail}/retry"),
  ...form("/operator/mail/:id/drop", "/operator/mail/{mail}/drop"),
  ...form("/operator/announcement", "/operator/announcement", { text: "Hello", hours: "1" }),
  ...form("/operator/announcement/withdraw"),
];
