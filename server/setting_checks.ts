/** What a setting must be beyond its type: whatever would otherwise go wrong later, or without a word. */
import proxyaddr from "proxy-addr";
import type { z } from "zod";

/** An address, or a name with the address in angle brackets. */
export const sender = /^(?:[^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/;

/** Whether there is nothing in an address but what makes an origin; what is none at all is for others to refuse. */
export function isOrigin(url: string): boolean {
  const parsed = URL.parse(url);
  if (!parsed) return true;
  const { pathname, search, hash, username } = parsed;
  return pathname === "/" && !search && !hash && !username;
}

/**
 * What nodemailer takes as a query, as far as an operator wants it: a misspelt one would be left out without a word.
 */
const mailOptions = [
  ...["requireTLS", "ignoreTLS", "name", "authMethod", "pool", "maxConnections", "maxMessages"],
  ...["connectionTimeout", "greetingTimeout", "socketTimeout", "dnsTimeout"],
  ...["tls.rejectUnauthorized", "tls.servername", "tls.minVersion"],
];

/** A mail server's address and nothing but options it knows. */
export function checkMailUrl(value: string, context: z.RefinementCtx): void {
  const parsed = URL.parse(value);
  if (!parsed) return;
  const { hostname, pathname, searchParams } = parsed;
  const unknown = [...searchParams.keys()].find((name) => !mailOptions.includes(name));
  if (!hostname) context.addIssue("names no server");
  else if (pathname.length > 1) context.addIssue("has a path: percent-encode what is special in user and password");
  else if (unknown) context.addIssue(`has the option ${unknown}, which is none of ${mailOptions.join(" ")}`);
}

/** An address or a network that is not everybody's. */
export function checkNetwork(value: string, context: z.RefinementCtx): void {
  try {
    proxyaddr.compile([value]);
  } catch {
    context.addIssue(`"${value}" is no address, and no network that can be trusted, such as 172.16.0.0/12`);
  }
}
