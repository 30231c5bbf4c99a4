/** What a ticket is good for. */
export const ticketKinds = ["passkey", "passkeyLogin", "proof", "twoStep", "oidc"] as const;
export type TicketKind = (typeof ticketKinds)[number];
