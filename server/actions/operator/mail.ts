import * as db from "../../../db/notices/mail_queue.ts";
import { auditOf } from "./audit.ts";
import { toOperatorTab } from "../../contract/operator/paths.ts";
import { operatorTexts } from "../../contract/operator/texts.ts";
import { found, NotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";

const to = toOperatorTab("mail");

const mailGone = () => new NotFound(operatorTexts.mailGone, "mail_not_found");

export const retryMail = operation({
  call: "POST /operator/mail/:id/retry",
  summary: "Tries an email that waits at once",
  access: "operator",
  says: operatorTexts.retried,
  fails: { 404: ["mail_not_found"] },
  form: { path: "/operator/mail/:id/retry", to },
  async run({ deps, user, params: { id } }) {
    const subject = found(await db.findRecipient(deps.db, id), mailGone);
    const audit = auditOf(deps, user, { act: "retry mail", subject, subjectId: id });
    if (!await db.retryMail(deps.db, id, audit)) throw mailGone();
    deps.mailer.wake();
  },
});

export const dropMail = operation({
  call: "DELETE /operator/mail/:id",
  summary: "Drops an email that waits or was given up",
  access: "operator",
  says: operatorTexts.dropped,
  fails: { 404: ["mail_not_found"] },
  form: { path: "/operator/mail/:id/drop", to },
  async run({ deps, user, params: { id } }) {
    const subject = found(await db.findRecipient(deps.db, id), mailGone);
    const audit = auditOf(deps, user, { act: "drop mail", subject, subjectId: id });
    if (!await db.dropMail(deps.db, id, audit)) throw mailGone();
  },
});
