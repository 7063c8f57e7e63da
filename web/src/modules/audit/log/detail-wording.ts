import { roleName } from '@samay/contract/core/roles';
import { statusName } from '@samay/contract/bookings/statuses';

/** Names of changed fields whose name in the database or the contract would not be understood. */
export const fieldNames: Readonly<Record<string, string>> = {
  timeSlots: 'opening hours',
  operatingDays: 'operating days',
  appointment_limit: 'monthly limit',
  monthly_price_paise: 'price a month',
  born: 'age',
};

/** Readable names of stored values. */
export const valueNames: Readonly<Record<string, string>> = {
  ...roleName,
  ...statusName,
  basic: 'Basic',
  premium: 'Premium',
  enterprise: 'Enterprise',
  active: 'Active',
  pending: 'Pending',
  suspended: 'Suspended',
  deleted: 'Deleted',
  signup: 'Sign-up',
  upgrade: 'Upgrade',
  doctor: 'Doctor / Hospital',
  turf: 'Turf',
};

/** The reasons why something ended or was refused. */
export const becauseTexts: Readonly<Record<string, string>> = {
  signed_out: 'Signed out',
  reuse: 'An old session was used again: it may have been copied',
  replaced: 'Signed in again in the same browser',
  displaced: 'Too many devices',
  ended_elsewhere: 'Ended on another device',
  wrong_codes: 'Too many wrong codes',
  password_changed: 'The password was changed',
  removed: 'Removed from the business',
  role_changed: 'The role was changed',
  deleted: 'Deleted',
  ended_by_platform: 'Ended by the platform',
  unpaid: 'The paid month has ended',
  member_elsewhere: 'Belongs to another business',
  account_deleted: 'The account is deleted',
  platform_admin: 'Belongs to the platform',
  tenant_deleted: 'The business is deleted',
  plan_not_larger: 'The plan is not larger',
};

/** The ways to prove an identity. */
export const byTexts: Readonly<Record<string, string>> = {
  guest: 'By their own link',
  code: 'With a code from the app',
  recovery_code: 'With a recovery code',
  recovery: 'With an emailed link',
  signup: 'With the first link',
  invite: 'With the invitation',
};
