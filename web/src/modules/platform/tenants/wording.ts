import type { TenantFilter, TenantStatus } from '@samay/contract/platform/tenants';
import type { Tone } from '../../../lib/status-tone.ts';
import { tenantStatusName } from '../wording.ts';

const tenantFilterName: Record<TenantFilter, string> = {
  all: 'All statuses',
  ...tenantStatusName,
  deleted: 'Deleted',
};
export const tenantStatusTone: Record<TenantStatus, Tone> = {
  active: 'good',
  pending: 'info',
  suspended: 'attention',
};

export const tenantStatusOptions = Object.entries(tenantStatusName).map(([value, label]) => ({
  value,
  label,
}));
export const tenantFilterOptions = Object.entries(tenantFilterName).map(([value, label]) => ({
  value,
  label,
}));

/** The text of the button that sets the status. */
export const statusAction: Record<TenantStatus, string> = {
  active: 'Activate',
  pending: 'Set to pending',
  suspended: 'Suspend',
};

/** The effect of the new status on the people of the business, shown before it is set. */
export const statusMeaning: Record<TenantStatus, string> = {
  active: 'Its staff can read and write.',
  pending: 'It is waiting for its owner. Its staff can read and write.',
  suspended:
    'Its staff can sign in and read. They cannot change anything, and a notice on every page tells them why.',
};

export function isTenantFilter(value: unknown): value is TenantFilter {
  return typeof value === 'string' && Object.hasOwn(tenantFilterName, value);
}
