import * as mailQueue from "../../../db/notices/mail_queue.ts";
import * as db from "../../../db/operator/site.ts";
import { auditOf } from "./audit.ts";
import * as operatorLimits from "../../contract/operator/limits.ts";
import { operatorPaths, toOperatorTab } from "../../contract/operator/paths.ts";
import { AnnouncementForm, NewAnnouncement } from "../../contract/operator/shapes.ts";
import { operatorTexts } from "../../contract/operator/texts.ts";
import { BadRequest, found, NotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";

const to = () => operatorPaths.operatorTab("announcement");

export const announce = operation({
  call: "PUT /operator/announcement",
  summary: "Shows a text on top of every page until it ends",
  access: "operator",
  takes: NewAnnouncement,
  says: operatorTexts.announced,
  form: { path: "/operator/announcement", takes: AnnouncementForm, read: ({ fields, at }) => ({ ...fields, at }), to },
  async run({ deps, user }, { text, endsAt }) {
    const lasts = endsAt - deps.clock();
    if (lasts <= 0 || lasts > operatorLimits.announcement.hours * 3600_000) {
      throw new BadRequest(operatorTexts.invalidEnd, "invalid_input");
    }
    await db.saveAnnouncement(deps.db, { text, endsAt }, auditOf(deps, user, { act: "announce", subject: text }));
    deps.announcement.changed();
  },
});

export const withdrawAnnouncement = operation({
  call: "DELETE /operator/announcement",
  summary: "Takes the announcement down",
  access: "operator",
  says: operatorTexts.withdrawn,
  fails: { 404: ["no_announcement"] },
  form: { path: "/operator/announcement/withdraw", to },
  async run({ deps, user }) {
    const audit = auditOf(deps, user, { act: "withdraw announcement", subject: "" });
    if (!await db.deleteAnnouncement(deps.db, audit)) throw new NotFound(operatorTexts.noneShown, "no_announcement");
    deps.announcement.changed();
  },
});

const toMail = toOperatorTab("mail");

const mailGone = () => new NotFound(operatorTexts.mailGone, "mail_not_found");

export const retryMail = operation({
  call: "POST /operator/mail/:id/retry",
  summary: "Tries an email that waits at once",
  access: "operator",
  says: operatorTexts.retried,
  fails: { 404: ["mail_not_found"] },
  form: { path: "/operator/mail/:id/retry", to: toMail },
  async run({ deps, user, params: { id } }) {
    const subject = found(await mailQueue.findRecipient(deps.db, id), mailGone);
    const audit = auditOf(deps, user, { act: "retry mail", subject, subjectId: id });
    if (!await mailQueue.retryMail(deps.db, id, audit)) throw mailGone();
    deps.mailer.wake();
  },
});

export const dropMail = operation({
  call: "DELETE /operator/mail/:id",
  summary: "Drops an email that waits or was given up",
  access: "operator",
  says: operatorTexts.dropped,
  fails: { 404: ["mail_not_found"] },
  form: { path: "/operator/mail/:id/drop", to: toMail },
  async run({ deps, user, params: { id } }) {
    const subject = found(await mailQueue.findRecipient(deps.db, id), mailGone);
    const audit = auditOf(deps, user, { act: "drop mail", subject, subjectId: id });
    if (!await mailQueue.dropMail(deps.db, id, audit)) throw mailGone();
  },
});
