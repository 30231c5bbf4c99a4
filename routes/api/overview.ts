import { findOverview } from "../../db/overview.ts";
import { signedIn } from "../../server/http/guards.ts";
import { router } from "../../server/http/router.ts";

export const overview = router();

overview.get("/", signedIn, async (c) => c.json(await findOverview(c.var.deps.db, c.var.user.id)));
