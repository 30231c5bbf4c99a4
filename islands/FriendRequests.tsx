import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import type { FriendRequest } from "../server/contract/people/shapes.ts";
import { removeRow } from "./ui/removeRow.ts";
import { listRequests } from "./people/calls.ts";
import { RequestCard } from "./people/RequestCard.tsx";
import { emit } from "./runtime/events.ts";
import { changeOverview, onOverview } from "./runtime/overview.ts";
import { EmptyState } from "./ui/EmptyState.tsx";
import { friendsTexts } from "../server/contract/people/texts.ts";

interface Props {
  requests: FriendRequest[];
  here: string;
}

export function FriendRequests({ here, ...props }: Props) {
  useSignals();
  const requests = useSignal(props.requests);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => onOverview((overview) => void (overview.requests !== requests.value.length && reload())), []);

  async function reload() {
    requests.value = await listRequests().catch((error) => (console.warn(error), requests.value));
  }

  function remove(requestId: string) {
    removeRow({ rows: requests, element: list.current! }, ({ id }) => id === requestId);
    const { length } = requests.value;
    emit("tabCount", { tab: "Friend Requests", count: length });
    changeOverview((before) => ({ ...before, requests: length }));
  }

  return (
    <div ref={list} tabIndex={-1}>
      {requests.value.length === 0
        ? <EmptyState picture="requests" text={friendsTexts.noRequests} />
        : (
          <ul className="cards">
            {requests.value.map((request) => (
              <li key={request.id}>
                <RequestCard request={request} here={here} onAnswered={() => remove(request.id)} />
              </li>
            ))}
          </ul>
        )}
    </div>
  );
}
