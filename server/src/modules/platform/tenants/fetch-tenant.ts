import type { TenantLine } from '@samay/contract/platform/tenants';
import type { Tx } from '../../../db/tenant.ts';
import { assertThat, orNotFound } from '../../../core/app-error.ts';
import { presentTenant } from './present-tenant.ts';
import { findTenantRow, lockTenant } from './tenant-queries.ts';

/** The business as the list shows it now, or `not_found`. */
export async function fetchTenant(tx: Tx, id: string): Promise<TenantLine> {
  return presentTenant(orNotFound(await findTenantRow(tx, id)));
}

/** The business, held for this transaction; refuses with `tenant.deleted` one that is on its way out. */
export async function holdTenant(tx: Tx, id: string) {
  const tenant = orNotFound(await lockTenant(tx, id));
  assertThat(tenant.deleted_at === null, 'tenant.deleted');
  return tenant;
}
