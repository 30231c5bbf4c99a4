import { Notice } from "../../islands/ui/Notice.tsx";
import { storage as limits } from "../../server/contract/account/limits.ts";
import { accountTexts } from "../../server/contract/account/texts.ts";

/** Dark on light in the dark too, or no reader would find it. */
export const QrCode = ({ svg, alt }: { svg: string; alt: string }) => (
  <img className="qr-code" src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={alt} width={256} height={256} />
);

interface Storage {
  used: number;
  quota: number;
}

export const isNearlyFull = ({ used, quota }: Storage): boolean => used >= limits.notice * quota;

export const StorageNotice = (storage: Storage) =>
  isNearlyFull(storage) && (
    <Notice kind="info">
      {`${accountTexts.storage(storage.used, storage.quota)} ${accountTexts.storageNotice}`}
    </Notice>
  );
