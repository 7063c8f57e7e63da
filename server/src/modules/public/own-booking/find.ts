import { guestContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { readBookingSecret } from '../../../context/booking-link.ts';
import { readInOneMessageAsPlatform } from '../../../db/read-in-one-message.ts';
import { findOwn } from '../../bookings/index.ts';
import { findTenant } from './queries.ts';

/**
 * Finds the booking of a secret. A secret that no key of the installation signed asks no database.
 * Undefined alike for one that is wrong, old or over, and where its booking was deleted.
 */
export async function findBySecret(dependencies: Dependencies, secret: string, requestId: string) {
  const linked = readBookingSecret(dependencies.secrets, secret);
  if (!linked) return undefined;
  const { tenants } = await readInOneMessageAsPlatform(dependencies, {
    tenants: findTenant({ shortId: linked.shortId }),
  });
  const [tenant] = tenants;
  if (!tenant) return undefined;
  return findOwn(guestContext(dependencies, { tenantId: tenant.id, requestId }), linked);
}
