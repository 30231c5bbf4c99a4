import { operatorPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { announcement } from "./announcement.tsx";
import { audit } from "./audit.tsx";
import { groups } from "./groups.tsx";
import { mail } from "./mail.tsx";
import { numbers } from "./numbers.tsx";
import { people } from "./people.tsx";
import { secondStepFirst } from "./second_step.tsx";
import { reports } from "./reports.tsx";
import { operatorPaths } from "../../../server/contract/operator/paths.ts";

/** The operators' pages, and what their forms post to. To everybody else they are unknown. */
export const operator = router();

operator.use("/operator/*", secondStepFirst);

operator.get("/operator", operatorPage, (c) => c.redirect(operatorPaths.operatorTab("people"), 303));

for (const routes of [people, groups, reports, numbers, mail, announcement, audit]) operator.route("/", routes);
