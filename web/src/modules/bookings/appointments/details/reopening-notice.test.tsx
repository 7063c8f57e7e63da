import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildAppointment, buildResource } from '../../../../../test/builders.ts';
import { answerTaken, type ClinicServer, startClinicServer } from '../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../test/render-signed-in.tsx';
import { ApiError } from '../../../../lib/api/api.ts';
import { useTransitions } from '../actions/use-transitions.ts';
import { DetailsDialog } from './details-dialog.tsx';
import { timeText } from '../../../../lib/days.ts';

const rao = '00000000-0000-4000-8000-0000000000d1';
const missed = buildAppointment({
  status: 'no_show',
  personName: 'Suresh Bose',
  resourceId: rao,
  resourceName: 'Dr. Kavita Rao',
});
const path = `/api/appointments/${missed.id}`;
const alternatives = { next: [{ resourceId: rao, date: missed.date, time: '15:00' }], elsewhere: [] };
const refusal = new ApiError('slot.taken', 'This time is taken.', 409, { alternatives });
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set(`GET ${path}`, () => ({ json: missed }));
  server.routes.set('GET /api/resources', () => ({
    json: { items: [buildResource(rao, 'Dr. Kavita Rao')] },
  }));
  server.routes.set(`PUT ${path}/reopening`, () => ({
    json: { ...missed, status: 'scheduled', time: '15:00' },
  }));
});
afterEach(() => server.close());

function show() {
  const onClose = vi.fn();
  return {
    onClose,
    ...renderSignedIn(server, <DetailsDialog id={missed.id} refusal={refusal} onClose={onClose} />),
  };
}

const sent = () => JSON.parse(server.requestsOf(`PUT ${path}/reopening`)[0]?.body ?? '') as unknown;

it('schedules a no-show whose time is taken again at what is free, with one press [P-6.52]', async () => {
  const { user, onClose } = show();
  await user.click(await screen.findByRole('button', { name: 'Schedule for 3:00 pm' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent()).toEqual({ resourceId: rao, date: missed.date, time: '15:00', duration: 30 });
  expect(
    await screen.findByText(
      `Suresh Bose scheduled again for ${timeText({ date: missed.date, time: '15:00' })}`,
    ),
  ).toBeVisible();
});

it('schedules it again over the other booking, with a reason', async () => {
  const { user, onClose } = show();
  await user.click(await screen.findByRole('button', { name: 'Book anyway' }));
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Came late{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent()).toEqual({
    resourceId: rao,
    date: missed.date,
    time: '14:30',
    duration: 30,
    overbookedReason: 'Came late',
  });
});

it('is opened by the refusal of the press on Schedule again', async () => {
  server.routes.set(`DELETE ${path}/no-show`, answerTaken(alternatives));
  function Press() {
    const { reopen } = useTransitions();
    return <button onClick={() => void reopen(missed)}>Schedule again</button>;
  }
  const openDetails = vi.fn();
  const { user } = renderSignedIn(server, <Press />, { openDetails });
  await user.click(await screen.findByRole('button', { name: 'Schedule again' }));
  await waitFor(() => expect(openDetails).toHaveBeenCalledOnce());
  expect(openDetails).toHaveBeenCalledWith(
    missed.id,
    expect.objectContaining({ code: 'slot.taken', alternatives }),
  );
});
