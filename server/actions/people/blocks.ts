import * as blocks from "../../../db/people/blocks.ts";
import { findUserCard } from "../../../db/people/users.ts";
import { blockTexts } from "../../contract/people/texts.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, found, NotFound, userNotFound } from "../../errors.ts";
import { noticesRemoved } from "../notices/notices.ts";

type Parts = Pick<Deps, "db" | "clock" | "log" | "broadcast" | "limiter">;

/**
 * Blocks somebody, who is not told; again it changes nothing.
 *
 * @throws NotFound for an unknown user; BadRequest for oneself, or where the viewer has blocked too many; TooMany
 */
export async function block(deps: Parts & Pick<Deps, "pusher">, viewer: User, userId: string): Promise<void> {
  const { db, clock, broadcast, limiter } = deps;
  if (userId === viewer.id) throw new BadRequest(blockTexts.self, "own_block");
  await limiter.take("block", viewer.id);
  const { isBlocked, hasEnded } = await blocks.insertBlock(db, viewer.id, userId, clock());
  const { username } = found(await findUserCard(db, viewer.id, userId), userNotFound);
  if (!isBlocked) throw new BadRequest(blockTexts.tooMany, "too_many_blocks");
  broadcast.blockChanged(viewer.id, { userId, username, blocked: true });
  if (hasEnded) await noticesRemoved(deps, [{ userId: viewer.id }, { userId }]);
}

/** Takes a block back. @throws NotFound where there is none; TooMany */
export async function unblock({ db, broadcast, limiter }: Parts, viewer: User, userId: string): Promise<void> {
  await limiter.take("block", viewer.id);
  if (!await blocks.deleteBlock(db, viewer.id, userId)) throw new NotFound(blockTexts.notBlocked, "not_blocked");
  broadcast.blockChanged(viewer.id, { userId, blocked: false });
}
