/**
 * Whether an address is of one of these domains; one that begins with a dot stands for the domain and all below it. No
 * domains: all.
 */
export const isOfDomains = (email: string, domains: string[]): boolean =>
  domains.length === 0 || domains.some((domain) => isOfDomain(email.slice(email.lastIndexOf("@") + 1), domain));

const isOfDomain = (host: string, domain: string): boolean =>
  domain.startsWith(".") ? `.${host}`.endsWith(domain) : host === domain;
