import ipaddr from 'ipaddr.js';

/** What the internet routes; all that is local to somebody (RFC 6890), every tunnel and every embedded IPv4 address lies outside. */
const globalIpv6 = ipaddr.parseCIDR('2000::/3');

/**
 * Whether a message may leave for an IP address: not for our own network, where it could ask what only we may (reliability.md A23).
 * An IPv4 address in IPv6 clothes is judged as what it is.
 */
export function mayReach(address: string, toLoopback: boolean): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  if (ip.range() === 'loopback') return toLoopback;
  if (ip.range() !== 'unicast') return false;
  return ip.kind() === 'ipv4' || ip.match(globalIpv6);
}
