import ipaddr from 'ipaddr.js';

/**
 * The globally routed IPv6 addresses; local ranges (RFC 6890), tunnels and embedded IPv4 addresses
 * are outside.
 */
const globalIpv6 = ipaddr.parseCIDR('2000::/3');

/**
 * Returns whether a webhook may be sent to an IP address: not to private networks, against
 * server-side request forgery. An IPv4 address mapped to IPv6 is treated as IPv4.
 */
export function mayReach(address: string, toLoopback: boolean): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  if (ip.range() === 'loopback') return toLoopback;
  if (ip.range() !== 'unicast') return false;
  return ip.kind() === 'ipv4' || ip.match(globalIpv6);
}
