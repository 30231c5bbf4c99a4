import type { ConnectErrorData } from "../../server/contract/chat/events.ts";
import { emit, on } from "./events.ts";
import { onReturn } from "./lifecycle.ts";
import { createViewerSocket, type PageSocket } from "./socket.ts";
import { showToast } from "./toast.ts";
import { chat as times } from "../../server/contract/chat/limits.ts";
import { groupIdOf } from "../../server/contract/groups/paths.ts";

/** Fails in silence: a reader whose session has ended is asked to log in by what they do next. */
export function beginViewerConnection(viewerId: string): void {
  const groupId = groupIdOf(location.pathname);
  const socket = createViewerSocket(viewerId);
  let returnWithin = times.quietRetryDelay;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRefused = false;
  function connect() {
    clearTimeout(timer);
    if (!isRefused && !socket.connected) socket.connect();
  }
  // The socket does not try again by itself where the server has ended or refused it.
  const connectLater = (within: number) => timer = setTimeout(connect, times.reconnectDelay + Math.random() * within);
  if (groupId) socket.on("connect", () => joinWhenKnown(socket, groupId));
  if (document.querySelector("[data-live]")) socket.on("connect", () => watchGroup(socket));
  socket.on("error", ({ message }) => showToast("info", message));
  on("stopping", (notice) => returnWithin = notice.returnWithin);
  socket.on("disconnect", (reason) => {
    if (reason === "io server disconnect") connectLater(returnWithin);
    returnWithin = times.quietRetryDelay;
  });
  socket.on("connect_error", ({ data }: Error & { data?: ConnectErrorData }) => {
    isRefused = data?.code === "unauthorized" || data?.code === "other_viewer";
    if (!socket.active && !isRefused) connectLater(times.quietRetryDelay);
  });
  addEventListener("pagehide", () => clearTimeout(timer));
  onReturn(connect);
  connect();
}

/** Joins the group of this page without its messages, which are not shown here: what comes after the latest is none. */
function joinWhenKnown(socket: PageSocket, groupId: string): void {
  const stop = on("overview", ({ groups }) => {
    stop();
    const group = groups.find(({ id }) => id === groupId);
    // To be acknowledged: a refusal would come as an error otherwise, which is shown.
    if (group) {
      socket.emit("joinGroup", { groupId, rev: group.rev }, (answer) => {
        if (answer.success) emit("joined", undefined);
        else console.warn(answer);
      });
    }
  });
}

function watchGroup(socket: PageSocket): void {
  const [, groupId] = /^\/group\/([^/]+)/.exec(location.pathname) ?? [];
  if (!groupId) return emit("joined", undefined);
  socket.emit("watchGroup", decodeURIComponent(groupId), (answer) => {
    if (answer.success) emit("joined", undefined);
    else console.warn(answer);
  });
}
