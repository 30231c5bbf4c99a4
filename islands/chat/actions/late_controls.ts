export { MentionList } from "../composer/MentionList.tsx";
export { upload } from "../files/upload.ts";
export { AttachmentList } from "../files/AttachmentList.tsx";
export { shrinkPhoto } from "../files/shrink.ts";
export { MessageTools } from "./MessageTools.tsx";
export { MessageOverlay } from "./MessageOverlay.tsx";
