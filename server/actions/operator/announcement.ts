import * as db from "../../../db/operator/site.ts";
import { auditOf } from "./audit.ts";
import * as operatorLimits from "../../contract/operator/limits.ts";
import { operatorPaths } from "../../contract/operator/paths.ts";
import { AnnouncementForm, NewAnnouncement } from "../../contract/operator/shapes.ts";
import { operatorTexts } from "../../contract/operator/texts.ts";
import { BadRequest, NotFound } from "../../errors.ts";
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
