import { screen, waitFor, within } from '@testing-library/react';
import { addDays, indiaDate, now } from '@samay/contract/core/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildAppointment, buildMay } from '../../../../../test/builders.ts';
import type { ClinicServer } from '../../../../../test/clinic-server.ts';
import {
  give,
  here,
  inside,
  late,
  plain,
  showQueue,
  startQueueServer,
} from '../../../../../test/show-queue.tsx';

let server: ClinicServer;

beforeEach(async () => {
  server = await startQueueServer();
});
afterEach(() => server.close());

describe('who is to pay', () => {
  const owing = buildAppointment({
    personName: 'Omar Shah',
    status: 'completed',
    date: addDays(indiaDate(now()), -1),
    price: 70_000,
    due: 70_000,
  });
  const group = async () => within(await screen.findByRole('region', { name: 'To pay' }));

  it('stands below the queue, pays by two presses, and leaves [P-8.20]', async () => {
    give(server, {
      waiting: [inside],
      toPay: [owing, { ...owing, id: here.id, personName: 'Not mine', may: [] }],
    });
    const payments = `POST /api/appointments/${owing.id}/payments`;
    server.routes.set(payments, () => {
      give(server, { waiting: [inside] });
      return { json: { ...owing, amount: 70_000, due: 0 } };
    });
    const { user } = showQueue(server);
    const rows = await group();
    expect(rows.getAllByRole('listitem')).toHaveLength(1);
    expect(rows.getByText('Yesterday')).toBeVisible();
    await user.click(rows.getByRole('button', { name: 'Take ₹700 from Omar Shah' }));
    await user.click(await screen.findByRole('button', { name: 'Cash' }));
    expect(await screen.findByText('₹700 by Cash from Omar Shah')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'To pay' })).toBeNull();
    expect(server.requestsOf(payments)).toHaveLength(1);
  });

  it('is reached by the keys of the queue, also where nobody waits [P-8.20]', async () => {
    give(server, { toPay: [owing] });
    const { user, openVisit } = showQueue(server);
    expect((await group()).getByText('₹700')).toBeVisible();
    expect(screen.getByText('Nobody is expected today')).toBeVisible();
    await user.keyboard('j');
    expect(document.activeElement).toHaveTextContent('Omar Shah');
    await user.keyboard('m');
    expect(await screen.findByRole('dialog', { name: 'Take payment · Omar Shah' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('h');
    expect(openVisit).toHaveBeenCalledWith(owing.id);
  });

  it('shows who has just been completed and owes money, and the keys go on with who waits', async () => {
    server.routes.set(`POST /api/appointments/${here.id}/completion`, () => {
      give(server, { waiting: [late], toPay: [{ ...owing, id: here.id, personName: 'Sana Khan' }] });
      return { json: { ...plain(here), status: 'completed', may: buildMay('completed') } };
    });
    give(server, { waiting: [{ ...here, may: ['complete', 'recordPayment'] }, late] });
    const { user, openVisit } = showQueue(server);
    await user.click(await screen.findByRole('button', { name: 'Complete Sana Khan' }));
    expect((await group()).getByRole('button', { name: 'Take ₹700 from Sana Khan' })).toBeVisible();
    await user.keyboard('h');
    expect(openVisit).toHaveBeenCalledWith(late.id);
  });
});
