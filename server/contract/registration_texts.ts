/** Texts for where not everybody may make an account. */
export const registrationTexts = {
  closed: "Registration is closed here.",
  inviteOnly: "You need an invitation to sign up here. Please open its link first.",
  domains: (domains: string[]) =>
    `Please use an address of ${domains.map((domain) => domain.replace(/^\./, "")).join(" or ")}.`,
};
