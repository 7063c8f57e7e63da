import type { Appointment } from '@samay/contract/bookings/appointments';
import type { Cancellation } from '@samay/contract/bookings/transitions';
import { cancelSeries, moveSeries } from '@samay/contract/bookings/series';
import type { BodyInput } from '@samay/contract/core/endpoint';
import { useRef } from 'react';
import { call } from '../../../../lib/api/api.ts';
import type { Booked } from '../../booked.ts';
import type { SeriesScope } from './scope-choice.tsx';

type OfSeveral = Exclude<SeriesScope, 'one'>;

/**
 * Cancels the future bookings of a series and returns them.
 *
 * @param press the key of an open dialog, equal for each try, so that a retry after a lost reply
 * cancels nothing else
 */
export async function cancelSeveral(
  appointment: Booked,
  asked: Partial<Cancellation> & { scope: OfSeveral },
  press: string,
): Promise<Appointment[]> {
  const { items } = await call(cancelSeries, {
    params: { id: appointment.id },
    body: { ...asked, before: timeOf(appointment) },
    idempotencyKey: `${press}-${asked.scope}`,
  });
  return items;
}

/**
 * Moves the future bookings of a series, as one of them is moved, and returns them. Equal moves
 * share an idempotency key, so that a retry after a lost reply moves nothing twice.
 */
export function useMoveSeveral(
  appointment: Appointment,
): (scope: OfSeveral, to: Omit<BodyInput<typeof moveSeries>, 'scope' | 'before'>) => Promise<Appointment[]> {
  const last = useRef({ text: '', key: '' });
  return async (scope, to) => {
    const body = { scope, before: timeOf(appointment), ...to };
    const text = JSON.stringify(body);
    if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
    const sent = { params: { id: appointment.id }, body, idempotencyKey: last.current.key };
    return (await call(moveSeries, sent)).items;
  };
}

function timeOf({ date, time }: Booked): { date: string; time: string } {
  return { date, time };
}
