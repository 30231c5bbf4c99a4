import * as chatLimits from "../../../server/contract/chat/limits.ts";
import type { Storage } from "../../../server/contract/chat/shapes.ts";
import { filesTexts } from "../../../server/contract/chat/texts.ts";

export const StorageLine = ({ used, quota }: Storage) =>
  used >= chatLimits.file.notice * quota && <p className="storage-line">{filesTexts.usage(used, quota)}</p>;
