import { listStaff } from '@samay/contract/tenancy/staff';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';

/** The people who can sign in as a doctor: the first hundred of the business. */
export const membersQuery = queryOptions({
  queryKey: ['staff', 'members'],
  queryFn: async ({ signal }) => {
    const { items } = await call(listStaff, { query: { limit: 100 }, signal });
    return items.filter(({ status, role }) => status === 'active' && role !== 'EMPLOYEE');
  },
});
