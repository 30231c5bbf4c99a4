/** Texts about the rules of the site, shown where the operator has set their addresses. */
export const siteTexts = {
  legal: "Legal",
  terms: "Terms of use",
  privacy: "Privacy policy",
  accept: "By registering you accept",
};
