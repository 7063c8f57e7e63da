import type { PlatformUser, UserFilter } from '@samay/contract/platform/users';
import type { Tone } from '../../../lib/status-tone.ts';

export const userStatus: Record<PlatformUser['status'], { text: string; tone: Tone }> = {
  active: { text: 'Active', tone: 'good' },
  pending: { text: 'Pending', tone: 'info' },
  deleted: { text: 'Deleted', tone: 'quiet' },
};
const userFilterName: Record<UserFilter, string> = {
  all: 'All statuses',
  active: 'Active',
  pending: 'Pending',
  deleted: 'Deleted',
};

export const userFilterOptions = Object.entries(userFilterName).map(([value, label]) => ({ value, label }));

export function isUserFilter(value: unknown): value is UserFilter {
  return typeof value === 'string' && Object.hasOwn(userFilterName, value);
}
