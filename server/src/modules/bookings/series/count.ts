import type { ReplyOf } from '@samay/contract/core/endpoint';
import type { countSeries as contract } from '@samay/contract/bookings/series';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { isToCome } from '../rows/policy.ts';
import { findShown } from '../rows/queries.ts';
import { readShown } from '../../visibility/index.ts';
import { isInScope } from './change-series.ts';
import { readMembers } from './queries.ts';

/**
 * Counts the bookings that a change of a series would touch, by its scope, and those that stand.
 * @throws `not_found` for a booking without a series
 */
export async function countSeries(
  context: TenantContext,
  { params: { id } }: { readonly params: { id: string } },
): Promise<ReplyOf<typeof contract>> {
  const { rows } = await readShown(context, (view) => ({
    named: findShown(view, { bookingId: id }),
    members: readMembers({ id }),
  }));
  const named = orNotFound(rows.named[0]);
  orNotFound(named.series_id);
  const toCome = rows.members.filter((each) => isToCome(each, context));
  const following = toCome.filter((each) => isInScope(each, named, 'following'));
  const standing = rows.members
    .filter(({ status }) => status !== 'cancelled')
    .map(({ appointment_date: date }) => date)
    .toSorted();
  return {
    following: following.length,
    all: toCome.length,
    paid: { following: sumPaid(following), all: sumPaid(toCome) },
    total: standing.length,
    from: standing[0] ?? null,
    until: standing.at(-1) ?? null,
  };
}

function sumPaid(members: readonly { readonly amount_paise: number | null }[]): number {
  return members.reduce((sum, { amount_paise: paise }) => sum + (paise ?? 0), 0);
}
