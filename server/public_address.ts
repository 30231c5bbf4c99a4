/** People give addresses that the server is to call. They may lead anywhere, and none may lead into our own network. */
import { lookup as systemLookup, type LookupAddress } from "node:dns";
import { Agent as PlainAgent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

export interface PublicOptions {
  lookup?: (host: string) => Promise<string[]>;
  isAllowed?: (address: string) => boolean;
}

const resolve = (host: string): Promise<string[]> =>
  new Promise((done, fail) => {
    systemLookup(host, { all: true }, (error, found: LookupAddress[]) => {
      if (error) fail(error);
      else done(found.map(({ address }) => address));
    });
  });

/**
 * For the requests of `node:http` and `node:https`. The address is checked as it is connected to: a name may lead
 * elsewhere the next time it is looked up.
 */
export function publicLookup({ lookup = resolve, isAllowed = isPublic }: PublicOptions = {}): LookupFunction {
  return (host, { all }, callback) => {
    const fail = (error: Error) => callback(error, "", 0);
    lookup(host).then((addresses) => {
      const allowed = addresses.filter(isAllowed);
      // One that is not is a reason to distrust the others.
      if (allowed.length === 0 || allowed.length < addresses.length) return fail(new Error("not a public address"));
      const found = allowed.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      if (all) callback(null, found);
      else callback(null, found[0].address, found[0].family);
    }, fail);
  };
}

/**
 * Each request has a connection of its own, whatever the environment says of proxies (`NODE_USE_ENV_PROXY`): one would
 * look names up itself.
 */
export const directAgents = { "http:": new PlainAgent({ proxyEnv: {} }), "https:": new SecureAgent({ proxyEnv: {} }) };

/** Of networks that are not everybody's, by custom or by RFC 6761, 6762 and 8375. */
const innerNames = /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|lan|home|home\.arpa)$/;

/** A host that is an address, however it was written, would not be looked up. */
export function isPublicName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  if (ipaddr.isValid(name.replace(/^\[|\]$/g, ""))) return false;
  return name.includes(".") && !innerNames.test(name);
}

const v4 = (range: string) => ipaddr.IPv4.parseCIDR(range);
const v6 = (range: string) => ipaddr.IPv6.parseCIDR(range);

/** An agent on the host of a cloud's virtual machines, at an address that looks public. */
const cloudAgent = v4("168.63.129.16/32");
const globalUnicast = v6("2000::/3");
const special = ["2001::/23", "2001:db8::/32", "3fff::/20"].map(v6);
/** Lead to an IPv4 address, from that byte on (RFC 6052, RFC 3056). */
const embedding: [range: ReturnType<typeof v6>, from: number][] = [[v6("64:ff9b::/96"), 12], [v6("2002::/16"), 2]];

export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv4 ? isPublic4(parsed) : isPublic6(parsed);
}

const isPublic4 = (address: ipaddr.IPv4): boolean => address.range() === "unicast" && !address.match(cloudAgent);

function isPublic6(address: ipaddr.IPv6): boolean {
  const from = embedding.find(([range]) => address.match(range))?.[1];
  if (from !== undefined) return isPublic4(new ipaddr.IPv4(address.toByteArray().slice(from, from + 4)));
  return address.match(globalUnicast) && !special.some((range) => address.match(range));
}
