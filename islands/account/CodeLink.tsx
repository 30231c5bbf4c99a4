import { enterCodePath } from "../../server/contract/groups/invite_paths.ts";
import { haveCode } from "../../server/contract/groups/texts.ts";

export const CodeLink = () => (
  <p>
    <a href={enterCodePath}>{haveCode}</a>
  </p>
);
