export { MentionList } from "../composer/MentionList.tsx";
export { shrinkPhoto, upload } from "../files/upload.ts";
export { AttachmentList } from "../files/AttachmentList.tsx";
export { MessageTools } from "./MessageTools.tsx";
export { MessageOverlay } from "./MessageOverlay.tsx";
