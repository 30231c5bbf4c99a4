/** Olga, who operates the site, beside the cast. */
import { auditLog } from "../../../db/schema.ts";
import { type Options, startCast } from "../../support/cast.ts";
import { visit } from "../../support/requests.ts";

export async function withOperator(options: Options = {}) {
  const env = { OPERATORS: "olga@example.org, root@example.org", ...options.env };
  const app = await startCast({ ...options, env });
  const olga = await app.person("Olga");
  return {
    ...app,
    olga,
    operate: (method: string, path: string, body?: unknown, as = olga) =>
      app.call(method, `/operator${path}`, as, body),
    /** What operators have done, as it is stored. */
    acts: async () => {
      const rows = await app.deps.db.q.select().from(auditLog).orderBy(auditLog.at, auditLog.id);
      return rows.map(({ act, subject }) => `${act}: ${subject}`);
    },
    read: async (path: string, as: { token: string } | null = olga) => await (await visit(app, path, as)).text(),
  };
}
