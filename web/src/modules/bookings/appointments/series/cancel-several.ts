import type { Appointment } from '@samay/contract/bookings/appointments';
import { cancelSeries } from '@samay/contract/bookings/series';
import { call } from '../../../../lib/api/api.ts';
import type { SeriesScope } from './scope-choice.tsx';

/** Cancels a booking and others of its series. Returns those that were. */
export async function cancelSeveral(id: string, scope: Exclude<SeriesScope, 'one'>): Promise<Appointment[]> {
  return (await call(cancelSeries, { params: { id }, body: { scope } })).items;
}
