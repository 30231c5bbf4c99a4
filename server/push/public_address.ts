/** Which addresses of hosts are on the public network. */
import ipaddr from "ipaddr.js";

const v4 = (range: string) => ipaddr.IPv4.parseCIDR(range);
const v6 = (range: string) => ipaddr.IPv6.parseCIDR(range);

/** An agent on the host of a cloud's virtual machines, at an address that looks public. */
const cloudAgent = v4("168.63.129.16/32");
/** Of IPv6, all public addresses are in here (RFC 4291, section 2.4), */
const globalUnicast = v6("2000::/3");
/** but for these (RFC 6890): protocols, documentation. */
const special = ["2001::/23", "2001:db8::/32", "3fff::/20"].map(v6);
/** Addresses that lead to one of IPv4, and from which byte on that is part of them (RFC 6052, RFC 3056). */
const embedding: [range: ReturnType<typeof v6>, from: number][] = [[v6("64:ff9b::/96"), 12], [v6("2002::/16"), 2]];

/** Whether an address is neither of this machine, nor of its network, nor reserved. */
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
