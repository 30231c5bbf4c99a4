import { Notice } from "../../islands/ui/Notice.tsx";
import { accountTexts } from "../../server/contract/account/texts.ts";
import { storage as limits } from "../../server/contract/account/limits.ts";

interface Storage {
  /** Bytes. */
  used: number;
  quota: number;
}

export const isNearlyFull = ({ used, quota }: Storage): boolean => used >= limits.notice * quota;

/** Says that an account has little room left, and what to do; nothing while it has enough. */
export const StorageNotice = (storage: Storage) =>
  isNearlyFull(storage) && (
    <Notice kind="info">
      {`${accountTexts.storage(storage.used, storage.quota)} ${accountTexts.storageNotice}`}
    </Notice>
  );
