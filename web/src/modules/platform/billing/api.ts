import {
  listPlatformPayments,
  listPlatformSubscriptions,
  listUnplacedPayments,
} from '@samay/contract/platform/billing';
import type { PlanId } from '@samay/contract/tenancy/plans';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { nonEmptyFilters, pagedOptions, platformKey } from '../api.ts';

export function subscriptionPages(filters: {
  plan?: PlanId | undefined;
  status?: 'active' | 'ended' | undefined;
}) {
  return infiniteQueryOptions({
    ...pagedOptions,
    queryKey: [platformKey, 'subscriptions', filters],
    queryFn: ({ pageParam, signal }) =>
      call(listPlatformSubscriptions, { query: { ...nonEmptyFilters(filters), cursor: pageParam }, signal }),
  });
}

export function paymentPages(filters: { state?: 'open' | 'expired' | 'paid' | 'granted' | undefined }) {
  return infiniteQueryOptions({
    ...pagedOptions,
    queryKey: [platformKey, 'payments', filters],
    queryFn: ({ pageParam, signal }) =>
      call(listPlatformPayments, { query: { ...nonEmptyFilters(filters), cursor: pageParam }, signal }),
  });
}

export function unplacedPaymentPages() {
  return infiniteQueryOptions({
    ...pagedOptions,
    queryKey: [platformKey, 'unplaced-payments'],
    queryFn: ({ pageParam, signal }) => call(listUnplacedPayments, { query: { cursor: pageParam }, signal }),
  });
}
