import type { PlanId } from '@samay/contract/tenancy/plans';
import type { TenantFilter, TenantStatus } from '@samay/contract/platform/tenants';
import type { PaymentLine, UnplacedPayment } from '@samay/contract/platform/billing';
import type { PlatformUser, UserFilter } from '@samay/contract/platform/users';
import type { Tone } from '../../lib/status-tone.ts';

export const planName: Record<PlanId, string> = { basic: 'Basic', premium: 'Premium', enterprise: 'Enterprise' };
export const statusName: Record<TenantStatus, string> = { active: 'Active', pending: 'Pending', suspended: 'Suspended' };
const filterName: Record<TenantFilter, string> = { all: 'All statuses', ...statusName, deleted: 'Deleted' };
export const statusTone: Record<TenantStatus, Tone> = { active: 'good', pending: 'info', suspended: 'attention' };

export const userStatus: Record<PlatformUser['status'], { text: string; tone: Tone }> = {
  active: { text: 'Active', tone: 'good' },
  pending: { text: 'Pending', tone: 'info' },
  deleted: { text: 'Deleted', tone: 'quiet' },
};
const userFilterName: Record<UserFilter, string> = { all: 'All statuses', active: 'Active', pending: 'Pending', deleted: 'Deleted' };

export const userFilterOptions = Object.entries(userFilterName).map(([value, label]) => ({ value, label }));
export const planOptions = Object.entries(planName).map(([value, label]) => ({ value, label }));
export const statusOptions = Object.entries(statusName).map(([value, label]) => ({ value, label }));
export const filterOptions = Object.entries(filterName).map(([value, label]) => ({ value, label }));

export const paymentState: Record<PaymentLine['state'], { name: string; tone: Tone }> = {
  open: { name: 'Open', tone: 'info' },
  expired: { name: 'Expired', tone: 'quiet' },
  paid: { name: 'Paid, no plan', tone: 'attention' },
  granted: { name: 'Paid', tone: 'good' },
};

/** Why a paid order gave no plan. */
export const ungrantedReason: Readonly<Record<string, string>> = {
  member_elsewhere: 'The payer belongs to another business',
  platform_admin: 'The payer runs the platform',
  account_deleted: "The payer's account is deleted",
  plan_not_larger: 'The plan is not larger',
  tenant_deleted: 'The business is deleted',
};

export const unplacedReason: Record<UnplacedPayment['reason'], string> = {
  second_payment: 'Second payment of an order',
  other_amount: 'Another amount than was ordered',
  unknown_order: 'Order not known',
};

/** What the button does that gives the status. */
export const statusDeed: Record<TenantStatus, string> = { active: 'Activate', pending: 'Set to pending', suspended: 'Suspend' };

/** What the new status means for the people of the business, said before it is given. */
export const statusMeaning: Record<TenantStatus, string> = {
  active: 'Its staff can read and write.',
  pending: 'It is waiting for its owner. Its staff can read and write.',
  suspended: 'Its staff can sign in and read. They cannot change anything, and a notice on every page tells them why.',
};

export function isPlan(value: unknown): value is PlanId {
  return typeof value === 'string' && Object.hasOwn(planName, value);
}

export function isUserFilter(value: unknown): value is UserFilter {
  return typeof value === 'string' && Object.hasOwn(userFilterName, value);
}

export function isFilter(value: unknown): value is TenantFilter {
  return typeof value === 'string' && Object.hasOwn(filterName, value);
}
