import * as constants from "../../../server/contract/constants.ts";
import type { Storage } from "../../../server/contract/chat/files.ts";
import { texts } from "../../../server/contract/texts.ts";

/** How much room the group has for files, where that is little. */
export const StorageLine = ({ used, quota }: Storage) =>
  used >= constants.file.notice * quota && <p className="storage-line">{texts.files.usage(used, quota)}</p>;
