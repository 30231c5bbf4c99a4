/** Texts for where not everybody may make an account. */
export const registrationTexts = {
  closed: "Registration is closed here.",
  inviteOnly: "You need an invitation to sign up here. Please open its link first.",
  reservedName: "This name could be mistaken for the site or the people who run it. Please use your own.",
  /** The name of somebody whose account elsewhere has none that they could have here. */
  unnamed: "Reader",
  domains: (domains: string[]) =>
    `Please use an address of ${domains.map((domain) => domain.replace(/^\./, "")).join(" or ")}.`,
};
