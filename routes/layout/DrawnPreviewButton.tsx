import { Button } from "../../islands/ui/Button.tsx";
import type { Previewed } from "../../islands/ui/PreviewButton.tsx";
import { previewTexts as words } from "../../server/contract/site/preview_texts.ts";
import { previewOf } from "../../server/contract/site/preview_path.ts";

/** Files stay in the browser. */
export const DrawnPreviewButton = ({ of, action, ...options }: Previewed) => (
  <Button
    type="submit"
    name="previewed"
    value={of}
    formAction={previewOf(action, options)}
    formEncType="application/x-www-form-urlencoded"
  >
    {words.preview}
  </Button>
);
