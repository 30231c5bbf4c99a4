import { type RefObject, useEffect, useReducer, useRef, useState } from "react";
import type { MessageFile, Storage } from "../../../server/contract/chat/shapes.ts";
import { call, failureText } from "../../runtime/api.ts";
import { loadControls } from "../actions/controls.ts";
import type { GroupChat } from "../connection/group_chat.ts";
import { filesTexts } from "../../../server/contract/chat/texts.ts";
import { Attachment, attachmentsReducer, isUploading, uploadedFiles } from "./attachments.ts";

export interface Attachments {
  list: Attachment[];
  storage: Storage | undefined;
  add(files: Iterable<File>): void;
  remove(attachment: Attachment): void;
  clear(): void;
}

export function useAttachments(chat: GroupChat, atFirst: Storage | undefined): Attachments {
  const [list, dispatch] = useReducer(attachmentsReducer, []);
  const [storage, setStorage] = useState(atFirst);
  const nextKey = useRef(0);
  const queue = useRef(Promise.resolve());
  const running = useRef(new Map<number, AbortController>());
  const count = useRef(0);
  count.current = list.length;

  async function send(key: number, chosen: File, checked: Promise<string | undefined>): Promise<void> {
    const { signal } = running.current.get(key)!;
    if (signal.aborted) return;
    try {
      const { upload, shrinkPhoto } = await loadControls();
      if (await checked) return;
      const onProgress = (progress: number) => dispatch({ type: "progressed", key, progress });
      const { file, storage } = await upload(chat.view.groupId, await shrinkPhoto(chosen), { onProgress, signal });
      if (signal.aborted) return discard(file);
      dispatch({ type: "uploaded", key, file });
      setStorage(storage);
    } catch (error) {
      if (!signal.aborted) dispatch({ type: "failed", key, problem: failureText(error, filesTexts.failed) });
    } finally {
      running.current.delete(key);
    }
  }

  function add(files: Iterable<File>): void {
    const attachments: Attachment[] = [];
    for (const file of files) {
      const { name, size } = file;
      const key = nextKey.current++;
      const before = count.current + attachments.length;
      attachments.push({ key, name, size, progress: 0 });
      running.current.set(key, new AbortController());
      const checked = loadControls().then(({ fileProblem }) => fileProblem(file, before));
      checked.then((problem) => problem && dispatch({ type: "failed", key, problem }), () => {});
      queue.current = queue.current.then(() => send(key, file, checked));
    }
    dispatch({ type: "added", attachments });
  }

  function remove({ key, file }: Attachment): void {
    running.current.get(key)?.abort();
    if (file) {
      discard(file);
      chat.store.dispatch({ type: "fileRemoved", id: file.id });
    }
    dispatch({ type: "removed", key });
  }

  useEffect(() => {
    let known = 0;
    // What was refused goes back with its text, as does what was returned before this page, or before this.
    const takeReturned = () => {
      const { returned } = chat.store.getState();
      const files = returned.slice(known).flatMap(({ files }) => files);
      known = returned.length;
      if (files.length > 0) dispatch({ type: "added", attachments: files.map((file) => asAttachment(file, nextKey)) });
    };
    takeReturned();
    return chat.store.subscribe(takeReturned);
  }, []);

  return { list, storage, add, remove, clear: () => dispatch({ type: "sent" }) };
}

const asAttachment = (file: MessageFile, nextKey: RefObject<number>): Attachment => {
  const { name, size } = file;
  return { key: nextKey.current++, name, size, progress: 1, file };
};

/** Its room is free again at once, and without this after a day. */
function discard({ id }: MessageFile): void {
  call("DELETE /files/:id", { id }).catch(() => {});
}

export const attachedTo = ({ list }: Attachments): { problem: string | undefined; files: MessageFile[] } => ({
  problem: isUploading(list) ? filesTexts.stillUploading : undefined,
  files: uploadedFiles(list),
});
