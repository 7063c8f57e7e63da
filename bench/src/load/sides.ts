import type { LocalDate } from '@samay/contract/core/time';
import type { Tenant } from '../data/fill.ts';
import type { Tenants } from './tenants.ts';
import type { RunningServer } from '../servers/api-server.ts';
import type { Load, LoadRequest } from './load.ts';
import { type Requested, makeRequests } from './operations.ts';
import { signIn } from './sign-in.ts';

/** A server of the product and its businesses. */
export interface Product extends RunningServer {
  readonly tenants: Tenants;
}

/** A server and its requests. */
export interface Side extends Pick<Load, 'requests' | 'status'>, Pick<RunningServer, 'address' | 'pid'> {}

/**
 * Prepares the requests for the product, or none for an unchanged list if it sends no ETag. Signs in
 * again, because an access token is valid for 15 minutes.
 */
export async function productSide(
  { address, pid, tenants }: Product,
  operation: Requested,
  monthStart: LocalDate,
): Promise<Side | undefined> {
  const callers: Record<string, string>[] = [];
  for (const tenant of callersTenants(tenants, operation)) callers.push(await signIn(address, tenant));
  const side = { address, pid, requests: makeRequests(operation, callers, monthStart) };
  return operation === 'unchanged' ? unchanged(side) : side;
}

function callersTenants({ measured, booked, timed }: Tenants, operation: Requested): readonly Tenant[] {
  switch (operation) {
    case 'spread':
      return booked;
    case 'create':
      return booked.slice(0, 1);
    case 'claimed':
      return [timed];
    default:
      return [measured];
  }
}

/**
 * Returns the requests with the ETags of their first replies, all of which have to be answered with
 * 304.
 */
async function unchanged(side: Side): Promise<Side | undefined> {
  const known: LoadRequest[] = [];
  for (const request of side.requests) {
    const reply = await fetch(`${side.address}${request.path}`, { headers: request.headers });
    await reply.arrayBuffer();
    const etag = reply.headers.get('etag');
    if (etag === null) return undefined;
    known.push({ ...request, headers: { ...request.headers, 'if-none-match': etag } });
  }
  return { ...side, requests: known, status: 304 };
}
