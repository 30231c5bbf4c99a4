import { Button } from "../../islands/ui/Button.tsx";
import type { Previewed } from "../../islands/ui/PreviewButton.tsx";
import { previewTexts as words } from "../../server/contract/site/preview_texts.ts";
import { previewOf } from "../../server/contract/site/preview_path.ts";

/** Files stay in the browser: what is no type of a form means `application/x-www-form-urlencoded`. */
export const DrawnPreviewButton = ({ action, files, ...options }: Previewed) => (
  <Button
    type="submit"
    formAction={previewOf(action, options)}
    formEncType={files ? "" : undefined}
  >
    {words.preview}
  </Button>
);
