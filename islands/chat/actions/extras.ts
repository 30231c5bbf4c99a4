/** What of the chat is loaded when it is first asked for. */
export { ConfirmDialog } from "../../forms/ConfirmDialog.tsx";
export { AnchorDialog } from "../anchors/AnchorDialog.tsx";
export { MentionList } from "../composer/MentionList.tsx";
export { upload } from "../../runtime/upload.ts";
export { AttachmentList } from "../files/AttachmentList.tsx";
export { shrinkPhoto } from "../files/shrink.ts";
export { Finder } from "../find/Finder.tsx";
export { MessageTools } from "./MessageTools.tsx";
export { MessageMenu } from "./MessageMenu.tsx";
