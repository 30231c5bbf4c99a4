import { useEffect } from "react";
import { loadSheet } from "../../runtime/sheet.ts";

/** Loads the styles of files once there are some: a page without any comes without them. */
export function useFilesSheet(sheet: string, areShown: boolean): void {
  useEffect(() => {
    if (areShown) loadSheet(sheet).catch(console.error);
  }, [areShown]);
}
