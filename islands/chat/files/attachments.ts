import type { MessageFile } from "../../../server/contract/chat/shapes.ts";

export interface Attachment {
  key: number;
  name: string;
  size: number;
  progress: number;
  file?: MessageFile;
  problem?: string;
}

export type AttachmentAction =
  | { type: "added"; attachments: Attachment[] }
  | { type: "progressed"; key: number; progress: number }
  | { type: "uploaded"; key: number; file: MessageFile }
  | { type: "failed"; key: number; problem: string }
  | { type: "removed"; key: number }
  | { type: "sent" };

export function attachmentsReducer(attachments: Attachment[], action: AttachmentAction): Attachment[] {
  const change = (changes: Partial<Attachment>) =>
    attachments.map((one) => "key" in action && one.key === action.key ? { ...one, ...changes } : one);
  switch (action.type) {
    case "added":
      return [...attachments, ...action.attachments];
    case "progressed":
      return change({ progress: action.progress });
    case "uploaded":
      return change({ file: action.file, progress: 1 });
    case "failed":
      return change({ problem: action.problem });
    case "removed":
      return attachments.filter(({ key }) => key !== action.key);
    case "sent":
      return [];
  }
}

export const uploadedFiles = (attachments: Attachment[]): MessageFile[] =>
  attachments.flatMap(({ file }) => file ? [file] : []);

export const isUploading = (attachments: Attachment[]): boolean =>
  attachments.some(({ file, problem }) => !file && !problem);

export const accepted = "image/*,.pdf,.docx,.odt,.pptx,.epub,.txt,.md,.markdown,.csv";
