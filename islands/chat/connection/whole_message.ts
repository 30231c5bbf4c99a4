/** Messages of an instance of the service of an earlier version, as long as one still runs. */
import type { Message } from "../../../server/contract/chat/shapes.ts";
import { plainMessage } from "../../../server/contract/chat/plain_message.ts";

/** What such a message lacks, as a message has it of which nothing more is known: its `rev` is older than any. */
const unknown = { ...plainMessage, clientId: null, rev: 0 };

/** A message with everything that is read of one. */
export const whole = (message: Message): Message => ({ ...unknown, ...message });

/** Whether more of a message is to be fetched. */
export const isPartial = ({ rev }: Partial<Message>): boolean => rev === undefined;
