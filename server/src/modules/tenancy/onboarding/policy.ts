import { assertThat, orNotFound } from '../../../core/app-error.ts';
import type { Caller } from '../../../context/request-context.ts';

/** The business that the caller may set up: owners only, and not while it is suspended. Before it is set up nobody has permissions to ask. */
export function tenantToSetUp({ role, tenant }: Caller): NonNullable<Caller['tenant']> {
  assertThat(role === 'BUSINESS_OWNER' || role === 'BUSINESS_ADMIN', 'access.denied');
  const own = orNotFound(tenant, 'tenant.missing');
  assertThat(!own.suspended, 'tenant.suspended');
  return own;
}
