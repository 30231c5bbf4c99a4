export { MentionList } from "../composer/MentionList.tsx";
export { candidatesFor } from "../composer/mention_candidates.ts";
export { shrinkPhoto, upload } from "../files/upload.ts";
export { fileProblem } from "../files/file_problem.ts";
export { AttachmentList } from "../files/AttachmentList.tsx";
export { followPin } from "../find/pin_bar.ts";
export { MessageTools } from "./MessageTools.tsx";
export { MessageOverlay } from "./MessageOverlay.tsx";
