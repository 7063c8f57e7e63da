import type { Appointment } from '@samay/contract/bookings/appointments';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { buildAppointment, buildMay, buildPage, listed } from '../../../test/builders.ts';
import { appointmentPages, cacheAppointment, oneAppointment } from './api.ts';
import { listedBooking } from './booked.ts';

const [first, second] = [buildAppointment(), buildAppointment()];
const cancelled = { ...first, status: 'cancelled', may: buildMay('cancelled') } as const;

const toRow = (booking: Appointment) => listedBooking(listed(booking));

function clientWith(status: 'all' | 'scheduled' | 'cancelled', items = [first, second]) {
  const client = new QueryClient();
  const { queryKey } = appointmentPages({ status });
  const page = { ...buildPage(items), items: items.map(toRow) };
  client.setQueryData(queryKey, { pages: [page], pageParams: [{ limit: 50 }] });
  return {
    client,
    rows: () => client.getQueryData(queryKey)?.pages.flatMap((loaded) => loaded.items),
  };
}

describe('what the server answered', () => {
  it('is shown in the row and in the details', () => {
    const { client, rows } = clientWith('all');
    const paid = { ...first, amount: 500_00 };
    cacheAppointment(client, paid);
    expect(rows()).toEqual([paid, second].map(toRow));
    expect(client.getQueryData(oneAppointment(first.id).queryKey)).toEqual(paid);
  });

  it.each(['all', 'scheduled'] as const)('takes a cancelled row out of %s', (status) => {
    const { client, rows } = clientWith(status);
    cacheAppointment(client, cancelled);
    expect(rows()).toEqual([toRow(second)]);
  });

  it('keeps a cancelled row under Cancelled', () => {
    const { client, rows } = clientWith('cancelled');
    cacheAppointment(client, cancelled);
    expect(rows()).toEqual([cancelled, second].map(toRow));
  });

  it('can be rolled back, also for a removed row', () => {
    const { client, rows } = clientWith('all');
    cacheAppointment(client, cancelled)();
    expect(rows()).toEqual([first, second].map(toRow));
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

  it('that is known in part changes what is cached, and makes no booking of a part [P-5.43]', () => {
    const { client, rows } = clientWith('all');
    const oneOf = ({ id }: Appointment) => client.getQueryData(oneAppointment(id).queryKey);
    client.setQueryData(oneAppointment(first.id).queryKey, first);
    const undo = [first, second].map(({ id }) => cacheAppointment(client, { id, amount: 700_00 }));
    expect(rows()?.map(({ amount, personName }) => [amount, personName])).toEqual([
      [700_00, first.personName],
      [700_00, second.personName],
    ]);
    expect([oneOf(first), oneOf(second)]).toEqual([{ ...first, amount: 700_00 }, undefined]);
    undo.toReversed().forEach((each) => each());
    expect(rows()).toEqual([first, second].map(toRow));
    expect([oneOf(first), oneOf(second)]).toEqual([first, undefined]);
  });

  it('says in the row that a prescription is there', () => {
    const { client, rows } = clientWith('all');
    const prescription = {
      fileName: 'scan.jpg',
      mediaType: 'image/jpeg',
      bytes: 9,
      uploadedAt: first.createdAt,
    } as const;
    cacheAppointment(client, { ...first, prescription });
    expect(rows()?.map(({ hasPrescription }) => hasPrescription)).toEqual([true, false]);
  });

  it('does not stop a first load', async () => {
    const client = new QueryClient();
    const { queryKey } = oneAppointment(cancelled.id);
    const load = client.fetchQuery({ queryKey, queryFn: () => Promise.resolve(first) });
    cacheAppointment(client, cancelled);
    await expect(load).resolves.toEqual(first);
  });
});
