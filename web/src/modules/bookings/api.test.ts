import type { Appointment, AppointmentPage } from '@samay/contract/bookings/appointments';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { buildAppointment, buildMay, buildPage } from '../../../test/builders.ts';
import { appointmentPages, cacheAppointment, oneAppointment } from './api.ts';

const [first, second] = [buildAppointment(), buildAppointment()];
const cancelled = { ...first, status: 'cancelled', may: buildMay('cancelled') } as const;

function clientWith(status: 'all' | 'scheduled' | 'cancelled', items = [first, second]) {
  const client = new QueryClient();
  const { queryKey } = appointmentPages({ status });
  client.setQueryData(queryKey, { pages: [buildPage(items)], pageParams: [{ limit: 50 }] });
  return {
    client,
    rows: () => client.getQueryData(queryKey)?.pages.flatMap((page: AppointmentPage) => page.items),
  };
}

describe('what the server answered', () => {
  it('is shown in the row and in the details', () => {
    const { client, rows } = clientWith('all');
    const paid = { ...first, amount: 500_00 };
    cacheAppointment(client, paid);
    expect(rows()).toEqual([paid, second]);
    expect(client.getQueryData(oneAppointment(first.id).queryKey)).toEqual(paid);
  });

  it.each(['all', 'scheduled'] as const)('takes a cancelled row out of %s', (status) => {
    const { client, rows } = clientWith(status);
    cacheAppointment(client, cancelled);
    expect(rows()).toEqual([second]);
  });

  it('keeps a cancelled row under Cancelled', () => {
    const { client, rows } = clientWith('cancelled');
    cacheAppointment(client, cancelled);
    expect(rows()).toEqual([cancelled, second]);
  });

  it('can be rolled back, also for a removed row', () => {
    const { client, rows } = clientWith('all');
    cacheAppointment(client, cancelled)();
    expect(rows()).toEqual([first, second]);
    expect(client.getQueryData(oneAppointment(first.id).queryKey)).toBeUndefined();
  });

  it('is not covered by the reply to an older question', async () => {
    const { client } = clientWith('all');
    const { queryKey } = oneAppointment(first.id);
    client.setQueryData(queryKey, first);
    let answer: (older: Appointment) => void = () => undefined;
    const refetch = client.fetchQuery({
      queryKey,
      queryFn: () => new Promise<Appointment>((resolve) => (answer = resolve)),
    });
    const paid = { ...first, amount: 500_00 };
    cacheAppointment(client, paid);
    answer(first);
    await refetch;
    expect(client.getQueryData(queryKey)).toEqual(paid);
    expect(client.getQueryState(queryKey)?.fetchStatus).toBe('idle');
  });

  it('does not stop a first load', async () => {
    const client = new QueryClient();
    const { queryKey } = oneAppointment(cancelled.id);
    const load = client.fetchQuery({ queryKey, queryFn: () => Promise.resolve(first) });
    cacheAppointment(client, cancelled);
    await expect(load).resolves.toEqual(first);
  });
});
