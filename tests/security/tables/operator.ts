/** To nobody of the scene there is anything of the operators'. */
import { open, type Right } from "../right.ts";

const call = (route: string, json?: Record<string, unknown>) => open(route, { json }, 404);

const api = "/api/operator";
export const operatorCalls: Right[] = [
  ...["people", "groups", "reports", "numbers", "mail", "audit"].map((name) => call(`GET ${api}/${name}`)),
  call(`PUT ${api}/people/:id`, { disabled: true }),
  call(`DELETE ${api}/people/:id`),
  call(`DELETE ${api}/people/:id/sessions`),
  call(`DELETE ${api}/people/:id/totp`),
  call(`DELETE ${api}/groups/:id`),
  call(`PUT ${api}/reports/:id`, { decision: "dismissed" }),
  call(`POST ${api}/mail/:id/retry`),
  call(`DELETE ${api}/mail/:id`),
  call(`PUT ${api}/announcement`, { text: "Hello", endsAt: "2030-01-01T00:00:00Z" }),
  call(`DELETE ${api}/announcement`),
];

const page = (route: string) => open(`GET ${route}`, {}, "/");
const form = (route: string) => open(`POST ${route}`, { form: {} }, 404);

export const operatorPages: Right[] = [
  page("/operator"),
  ...["people", "groups", "reports", "numbers", "mail", "announcement", "audit"].map((tab) => page(`/operator/${tab}`)),
  ...["disable", "enable", "end-sessions", "remove", "turn-off-codes"].map((act) =>
    form(`/operator/people/:id/${act}`)
  ),
  form("/operator/groups/:id/remove"),
  form("/operator/reports/:id/decide"),
  form("/operator/mail/:id/retry"),
  form("/operator/mail/:id/drop"),
  form("/operator/announcement"),
  form("/operator/announcement/withdraw"),
];
