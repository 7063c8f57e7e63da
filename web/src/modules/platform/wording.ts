import type { TenantStatus } from '@samay/contract/platform/tenants';
import type { PlanId } from '@samay/contract/tenancy/plans';

export const planName: Record<PlanId, string> = {
  basic: 'Basic',
  premium: 'Premium',
  enterprise: 'Enterprise',
};
export const planOptions = Object.entries(planName).map(([value, label]) => ({ value, label }));
export const tenantStatusName: Record<TenantStatus, string> = {
  active: 'Active',
  pending: 'Pending',
  suspended: 'Suspended',
};

export function isPlan(value: unknown): value is PlanId {
  return typeof value === 'string' && Object.hasOwn(planName, value);
}
