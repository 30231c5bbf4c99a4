import { withNext } from "../site/paths.ts";

/** Apart from the others: these alone are in the scripts of every page. */
export const loginPaths = {
  login: "/login",
  socialLogin: "/login/social",
  register: "/register",
  resendVerification: "/verify-email/resend",
  forgotPassword: "/forgot-password",
  requestVerification: "/verify-email?resend",
  loginThen: (next: string) => withNext(loginPaths.login, next),
};

export const accountPaths = {
  verifyEmail: "/verify-email",
  resetPassword: "/reset-password",
  logout: "/logout",
  account: "/account",
  exportAccount: "/account/export",
  deleteAccount: "/account/deletion",
  keepAccount: "/account/deletion/cancel",
  confirmEmail: "/confirm-email",
  endSession: (sessionId: string) => `/account/sessions/${encodeURIComponent(sessionId)}/end`,
  endOtherSessions: "/account/sessions/end",
  changePassword: "/account/password",
  changeEmail: "/account/email",
  privacy: "/account/privacy",
  renamePasskey: (id: string) => `/account/passkeys/${encodeURIComponent(id)}/rename`,
  removePasskey: (id: string) => `/account/passkeys/${encodeURIComponent(id)}/remove`,
  identityProviderProblem: "/login/elsewhere",
  identityProviderFailed: (problem: string) => `/login/elsewhere?problem=${encodeURIComponent(problem)}`,
  linkAccount: "/account/elsewhere",
  unlinkAccount: "/account/elsewhere/remove",
  loginCode: "/login/code",
  setUpTwoStep: "/account/two-step",
  twoStepForm: (form: "confirm" | "codes" | "off") => `/account/two-step/${form}`,
  accountSection: (section: string) => `${accountPaths.account}#${section}`,
  accountTab: (tab: AccountTab) => tab === "sign-in" ? accountPaths.account : `${accountPaths.account}?tab=${tab}`,
};

export const registerAfterDemo = "/register?demo";

/** Where the forms of a section lead. */
export const toAccountSection = (section: string) => (_sent: unknown, answer?: unknown, code?: string): string =>
  answer || code ? accountPaths.accountSection(section) : accountPaths.account;

export const accountTabs = ["sign-in", "sessions", "privacy", "data"] as const;
export type AccountTab = (typeof accountTabs)[number];

/** Of cards with which people log in. */
export const cardPaths = {
  card: "/card",
  cardOf: (token: string) => `/card?token=${encodeURIComponent(token)}`,
  addToSite: (groupId?: string) => `/operator/people/add${groupId ? `?group=${encodeURIComponent(groupId)}` : ""}`,
  makeForSite: "/operator/people/make",
  addToGroup: (groupId: string) => `/group/${encodeURIComponent(groupId)}/people/add`,
  makeForGroup: (groupId: string) => `/group/${encodeURIComponent(groupId)}/people/make`,
  unused: (groupId: string) => `/group/${encodeURIComponent(groupId)}/cards`,
  makeUnused: (groupId: string) => `/group/${encodeURIComponent(groupId)}/cards/make`,
  newCard: (groupId: string, userId: string) =>
    `/group/${encodeURIComponent(groupId)}/members/${encodeURIComponent(userId)}/new-card`,
  makeCard: (groupId: string, userId: string) =>
    `/group/${encodeURIComponent(groupId)}/members/${encodeURIComponent(userId)}/card`,
};
